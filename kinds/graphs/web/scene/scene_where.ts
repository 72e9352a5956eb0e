// Where one is, when the titles of the open items around are out of sight.
import type { Scene, SceneNode } from './scene_answer';
import { toFrame, toScene, type Camera, type Size } from './scene_camera';
import { titlePlace } from './scene_places';

// The open items around the middle of the frame whose titles are not seen, outermost first.
export function hiddenTitles(scene: Scene, camera: Camera, frame: Size): readonly SceneNode[] {
  const { x, y } = toScene(camera, { x: frame.width / 2, y: frame.height / 2 });
  return scene.nodes.filter((node) => {
    if (!node.isOpen || x < node.x || y < node.y || x > node.x + node.w || y > node.y + node.h) return false;
    const { left, top, bottom } = titlePlace(node);
    return toFrame(camera, { x: 0, y: (top + bottom) / 2 }).y < 0 || toFrame(camera, { x: left, y: 0 }).x < -40;
  });
}
