// The drawing on its canvases: the scene (scene_ground.ts), and over it what is selected or pointed at. Owns the camera and everything that moves.
import type { Scene, SceneEdge, SceneNode } from './scene_answer';
import {
  between,
  eased,
  fitted,
  kept,
  middleOf,
  moveMillis,
  pannedBy,
  pinched,
  revealing,
  sceneBox,
  showing,
  toFrame,
  toScene,
  zoomedAt,
  type Camera,
  type Point,
  type Size,
} from './scene_camera';
import { sceneDrawing, type Drawing } from './scene_drawing';
import { SceneGround } from './scene_ground';
import { SceneHits, type Hit } from './scene_hits';
import { SceneLinks } from './scene_links';
import type { ScenePaint, SceneWords } from './scene_look';
import { motionBetween, motionMillis, type SceneMotion } from './scene_motion';
import { overlayShapes, overlayTargets, type OverlayTargets } from './scene_overlay';
import { paintDrawing } from './scene_paint';
import { fitterWith } from './scene_paint_desk';
import { SheetPainter } from './scene_sheet_painter';
import type { Shape } from './scene_shapes';
import type { TextFitter } from './scene_text';
import type { SceneTheme } from './scene_theme';

export interface StageLook {
  readonly paint: ScenePaint;
  readonly theme: SceneTheme;
  readonly words: SceneWords;
}

export interface StageCanvases {
  readonly ground: HTMLCanvasElement;
  readonly sheets: HTMLCanvasElement;
  readonly over: HTMLCanvasElement;
}

// What is seen now; told after every frame in which it changed.
export interface StageView {
  readonly scene: Scene;
  readonly camera: Camera;
  readonly frame: Size;
}

interface Move {
  readonly from: Camera;
  readonly to: Camera;
  readonly begin: number;
  readonly millis: number;
  readonly motion: SceneMotion | undefined;
}

const always = (): number => 1;

export class SceneStage {
  readonly #ground: SceneGround;
  readonly #painter: SheetPainter;
  readonly #over: HTMLCanvasElement;
  readonly #onview: (view: StageView) => void;
  #scene: Scene | undefined;
  #look: StageLook | undefined;
  #frame: Size = { width: 0, height: 0 };
  #pixelRatio = 1;
  #camera: Camera = { x: 0, y: 0, scale: 1 };
  #isPlaced = false;
  #move: Move | undefined;
  // The scene as it is drawn now, on its way from the last one.
  #shown: Scene | undefined;
  #drawing: Drawing | undefined;
  #alphaOf: (item: SceneNode | SceneEdge) => number = always;
  #links: SceneLinks | undefined;
  #hits: SceneHits | undefined;
  #targets: OverlayTargets | undefined;
  #selected: string | undefined;
  #hit: Hit | undefined;
  #anchor: string | undefined;
  #wanted: string | undefined;
  #fitter: TextFitter | undefined;
  #fontFamily = '';
  #request = 0;
  #movedAt = 0;
  // Items are between their places in this frame.
  #isInMotion = false;
  #isOverEmpty = false;

  constructor({ ground, sheets, over }: StageCanvases, onview: (view: StageView) => void) {
    const ask = (): void => this.#ask();
    this.#painter = new SheetPainter(ask);
    this.#ground = new SceneGround(ground, sheets, this.#painter, ask);
    this.#over = over;
    this.#onview = onview;
  }

  dispose(): void {
    cancelAnimationFrame(this.#request);
    this.#ground.dispose();
    this.#painter.close();
  }

  get camera(): Camera {
    return this.#camera;
  }

  get links(): SceneLinks | undefined {
    if (this.#scene !== undefined) this.#links ??= new SceneLinks(this.#scene);
    return this.#links;
  }

  setFrame(frame: Size, pixelRatio: number): void {
    if (frame.width === this.#frame.width && frame.height === this.#frame.height && pixelRatio === this.#pixelRatio) {
      return;
    }
    // What is in the middle stays in the middle.
    const dx = (frame.width - this.#frame.width) / 2;
    const dy = (frame.height - this.#frame.height) / 2;
    this.#camera = { ...this.#camera, x: this.#camera.x + dx, y: this.#camera.y + dy };
    this.#frame = frame;
    this.#pixelRatio = pixelRatio;
    if (!this.#isPlaced) this.#place();
    this.#ask();
  }

  setLook(look: StageLook): void {
    this.#look = look;
    this.#drawing = undefined;
    this.#ask();
  }

  setScene(scene: Scene | undefined, isReduced: boolean): void {
    if (scene === this.#scene) return;
    const before = this.#shown;
    this.#scene = scene;
    this.#shown = scene;
    this.#links = undefined;
    this.#hits = undefined;
    this.#targets = undefined;
    this.#hit = undefined;
    this.#drawing = undefined;
    this.#alphaOf = always;
    if (scene === undefined) this.#isPlaced = false;
    else if (!this.#isPlaced || before === undefined) this.#place();
    else this.#follow(before, scene, isReduced);
    this.#anchor = undefined;
    this.#ask();
  }

  setOverlay(selected: string | undefined, hit: Hit | undefined): void {
    this.#selected = selected;
    this.#hit = hit;
    this.#targets = undefined;
    this.#ask();
  }

  // The next scene leaves this item where it is on screen.
  anchorOn(id: string): void {
    this.#anchor = id;
  }

  hitAt(at: Point): Hit | undefined {
    // Things that move are not caught.
    if (this.#scene === undefined || this.#move?.motion !== undefined) return undefined;
    this.#hits ??= new SceneHits(this.#scene);
    return this.#hits.at(toScene(this.#camera, at), 5 / this.#camera.scale);
  }

  // Where the middle of an item is in the frame.
  placeOf(id: string): Point | undefined {
    const node = this.#scene?.nodeById.get(id);
    return node === undefined ? undefined : toFrame(this.#camera, middleOf(node));
  }

  panBy(dx: number, dy: number): void {
    this.#set((camera, whole) => pannedBy(camera, dx, dy, whole, this.#frame));
  }

  zoomAt(factor: number, at: Point = { x: this.#frame.width / 2, y: this.#frame.height / 2 }): void {
    this.#set((camera, whole) => zoomedAt(camera, factor, at, whole, this.#frame));
  }

  pinch(from: readonly [Point, Point], to: readonly [Point, Point]): void {
    this.#set((camera, whole) => pinched(camera, from, to, whole, this.#frame));
  }

  // The middle of the frame shows this place of the scene.
  centreOn(at: Point): void {
    const { width, height } = this.#frame;
    this.#set((camera, whole) =>
      kept({ ...camera, x: width / 2 - at.x * camera.scale, y: height / 2 - at.y * camera.scale }, whole, this.#frame),
    );
  }

  fit(isReduced: boolean): void {
    if (this.#scene !== undefined) this.#go(fitted(sceneBox(this.#scene), this.#frame), isReduced);
  }

  // One that is not in the scene is shown when a scene comes that has it.
  moveTo(id: string, isReduced: boolean): void {
    const node = this.#scene?.nodeById.get(id);
    this.#wanted = node === undefined ? id : undefined;
    if (node !== undefined) this.#go(showing(this.#camera, node, this.#frame), isReduced);
  }

  // The least move after which it is seen: for keys, which should not turn everything around.
  reveal(id: string, isReduced: boolean): void {
    const node = this.#scene?.nodeById.get(id);
    if (node === undefined) return;
    const large = node.w * this.#camera.scale > this.#frame.width || node.h * this.#camera.scale > this.#frame.height;
    const to = large ? this.#camera : revealing(this.#camera, { ...node, y: node.y - 8, h: node.h + 8 }, this.#frame);
    if (to.x !== this.#camera.x || to.y !== this.#camera.y) this.#go(to, isReduced);
  }

  #set(change: (camera: Camera, whole: ReturnType<typeof sceneBox>) => Camera): void {
    if (this.#scene === undefined) return;
    // A hand on the drawing stops what moves by itself, and what still waits to.
    this.#stop();
    this.#wanted = undefined;
    this.#camera = change(this.#camera, sceneBox(this.#scene));
    this.#movedAt = performance.now();
    this.#ask();
  }

  #stop(): void {
    if (this.#move?.motion !== undefined) {
      this.#shown = this.#scene;
      this.#alphaOf = always;
      this.#drawing = undefined;
    }
    this.#move = undefined;
  }

  #go(to: Camera, isReduced: boolean): void {
    this.#stop();
    if (isReduced) this.#camera = to;
    else {
      const begin = performance.now();
      this.#move = { from: this.#camera, to, begin, millis: moveMillis, motion: undefined };
    }
    this.#movedAt = performance.now();
    this.#ask();
  }

  // The first sight of a scene.
  #place(): void {
    if (this.#scene === undefined || this.#frame.width <= 0 || this.#frame.height <= 0) return;
    this.#isPlaced = true;
    this.#move = undefined;
    this.#camera = fitted(sceneBox(this.#scene), this.#frame);
    const wanted = this.#wanted === undefined ? undefined : this.#scene.nodeById.get(this.#wanted);
    if (wanted === undefined) return;
    this.#wanted = undefined;
    this.#camera = showing(this.#camera, wanted, this.#frame);
  }

  // From one scene to the next, with something that is in both staying where it is.
  #follow(before: Scene, scene: Scene, isReduced: boolean): void {
    const pair = isSameGraph(before, scene) ? this.#stayingPair(before, scene) : undefined;
    if (pair === undefined) {
      this.#place();
      return;
    }
    const [old, now] = pair;
    const at = toFrame(this.#camera, middleOf(old));
    const { scale } = this.#camera;
    const middle = middleOf(now);
    const anchored = { x: at.x - middle.x * scale, y: at.y - middle.y * scale, scale };
    const isToggled = now.id === this.#anchor;
    const wanted = this.#wanted === undefined ? undefined : scene.nodeById.get(this.#wanted);
    if (wanted !== undefined) this.#wanted = undefined;
    const to =
      wanted !== undefined
        ? showing(anchored, wanted, this.#frame)
        : isToggled
          ? revealing(anchored, now, this.#frame)
          : anchored;
    const motion = motionBetween(before, scene, isReduced);
    if (motion === undefined && (isReduced || wanted === undefined)) {
      this.#move = undefined;
      this.#camera = to;
      return;
    }
    const from = motion === undefined ? anchored : this.#camera;
    this.#move = { from, to, begin: performance.now(), millis: motionMillis, motion };
  }

  #stayingPair(before: Scene, scene: Scene): readonly [SceneNode, SceneNode] | undefined {
    for (const id of [this.#anchor, this.#selected]) {
      const old = id === undefined ? undefined : before.nodeById.get(id);
      const now = id === undefined ? undefined : scene.nodeById.get(id);
      if (old !== undefined && now !== undefined) return [old, now];
    }
    // What is nearest to the middle of the frame.
    const middle = toScene(this.#camera, { x: this.#frame.width / 2, y: this.#frame.height / 2 });
    let best: readonly [SceneNode, SceneNode] | undefined;
    let least = Infinity;
    for (const old of before.nodes) {
      const { x, y } = middleOf(old);
      const distance = Math.hypot(x - middle.x, y - middle.y);
      const now = distance < least ? scene.nodeById.get(old.id) : undefined;
      if (now !== undefined) [best, least] = [[old, now], distance];
    }
    return best;
  }

  #ask(): void {
    if (this.#request === 0) this.#request = requestAnimationFrame((now) => this.#draw(now));
  }

  #draw(now: number): void {
    this.#request = 0;
    if (this.#look === undefined || this.#frame.width <= 0 || this.#frame.height <= 0) return;
    this.#advance(now);
    const scene = this.#shown;
    if (scene === undefined) {
      this.#ground.clear();
      this.#clearOver();
      return;
    }
    this.#drawGround(scene, this.#look, now);
    this.#drawOver(scene, this.#look);
    this.#onview({ scene, camera: this.#camera, frame: this.#frame });
    if (this.#move !== undefined) this.#ask();
  }

  #advance(now: number): void {
    const move = this.#move;
    this.#isInMotion = move?.motion !== undefined;
    if (move === undefined) return;
    const part = (now - move.begin) / move.millis;
    this.#camera = between(move.from, move.to, eased(part));
    this.#movedAt = performance.now();
    if (move.motion !== undefined) {
      const moving = move.motion.at(eased(part));
      this.#shown = moving.scene;
      this.#alphaOf = moving.alphaOf;
      this.#drawing = undefined;
      this.#targets = undefined;
    }
    if (part >= 1) this.#move = undefined;
  }

  #drawGround(scene: Scene, look: StageLook, now: number): void {
    this.#drawing ??= sceneDrawing({ scene, ...look, alphaOf: this.#alphaOf });
    this.#ground.show({
      ...{ scene, drawing: this.#drawing, camera: this.#camera, frame: this.#frame, pixelRatio: this.#pixelRatio },
      ...{ fontFamily: look.theme.fontFamily, fitter: this.#fitterFor(look.theme.fontFamily) },
      isInMotion: this.#isInMotion,
      millisSinceMove: now - this.#movedAt,
    });
  }

  #drawOver(scene: Scene, look: StageLook): void {
    const shapes = this.#overShapes(scene, look);
    const context = this.#clearOver();
    if (context === undefined || shapes.length === 0) return;
    this.#isOverEmpty = false;
    paintDrawing(context, shapes, {
      camera: this.#camera,
      frame: this.#frame,
      pixelRatio: this.#pixelRatio,
      fontFamily: look.theme.fontFamily,
      fitter: this.#fitterFor(look.theme.fontFamily),
    });
  }

  #overShapes(scene: Scene, look: StageLook): readonly Shape[] {
    const isNothing = this.#selected === undefined && this.#hit === undefined;
    // What is about the next scene waits for its picture. Links of thousands of nodes are only found when they are needed.
    if (isNothing || !this.#ground.isOf(scene) || this.links === undefined) return [];
    this.#targets ??= overlayTargets(scene, this.links, this.#selected, this.#hit);
    // Edges are known where they will be: they wait until they are there.
    const targets = this.#move?.motion === undefined ? this.#targets : { ...this.#targets, edges: [] };
    return overlayShapes(scene, targets, { ...look, scale: this.#camera.scale });
  }

  // A canvas that is touched is handed to the screen anew: an empty one is left alone.
  #clearOver(): CanvasRenderingContext2D | undefined {
    const canvas = this.#over;
    const context = canvas.getContext('2d') ?? undefined;
    const width = Math.round(this.#frame.width * this.#pixelRatio);
    const height = Math.round(this.#frame.height * this.#pixelRatio);
    if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
    else if (!this.#isOverEmpty) {
      context?.setTransform(1, 0, 0, 1, 0, 0);
      context?.clearRect(0, 0, width, height);
    }
    this.#isOverEmpty = true;
    return context;
  }

  #fitterFor(fontFamily: string): TextFitter {
    if (this.#fitter !== undefined && fontFamily === this.#fontFamily) return this.#fitter;
    this.#fontFamily = fontFamily;
    this.#fitter = fitterWith(document.createElement('canvas').getContext('2d'), fontFamily);
    return this.#fitter;
  }
}

// Opening and closing leaves the outermost level as it is; another graph has few of its names.
function isSameGraph(before: Scene, scene: Scene): boolean {
  const outermost = before.nodes.filter(({ depth }) => depth === 0);
  return 2 * outermost.filter(({ id }) => scene.nodeById.has(id)).length >= outermost.length;
}
