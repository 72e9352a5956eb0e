// The drawing on its two canvases: the scene, and over it what is selected or pointed at. Owns the camera and everything that moves.
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
import { SceneHits, type Hit } from './scene_hits';
import { SceneLinks } from './scene_links';
import type { ScenePaint, SceneWords } from './scene_look';
import { motionBetween, motionMillis, type SceneMotion } from './scene_motion';
import { overlayShapes, overlayTargets, type OverlayTargets } from './scene_overlay';
import { paintDrawing } from './scene_paint';
import { isToBePainted, marginFor, pushOf, restMillis } from './scene_sheet';
import { TextFitter } from './scene_text';
import type { SceneTheme } from './scene_theme';

export interface StageLook {
  readonly paint: ScenePaint;
  readonly theme: SceneTheme;
  readonly words: SceneWords;
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
  readonly #ground: HTMLCanvasElement;
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
  #restTimer: ReturnType<typeof setTimeout> | undefined;
  #margin = 0;
  #painted: { readonly camera: Camera; readonly at: number; readonly millis: number } | undefined;
  #movedAt = 0;
  #isStale = true;
  #isResized = true;

  constructor(ground: HTMLCanvasElement, over: HTMLCanvasElement, onview: (view: StageView) => void) {
    this.#ground = ground;
    this.#over = over;
    this.#onview = onview;
  }

  dispose(): void {
    cancelAnimationFrame(this.#request);
    clearTimeout(this.#restTimer);
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
    this.#isResized = true;
    if (!this.#isPlaced) this.#place();
    this.#redraw();
  }

  setLook(look: StageLook): void {
    this.#look = look;
    this.#drawing = undefined;
    this.#redraw();
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
    this.#redraw();
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
      this.#isStale = true;
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

  // Clears both canvases: only done where they are painted at once, so that none is seen empty.
  #resize(): void {
    this.#isResized = false;
    this.#isStale = true;
    const { width, height } = this.#frame;
    const ratio = this.#pixelRatio;
    const margin = this.#margin;
    this.#ground.width = Math.round((width + 2 * margin) * ratio);
    this.#ground.height = Math.round((height + 2 * margin) * ratio);
    this.#ground.style.width = `${String(width + 2 * margin)}px`;
    this.#ground.style.height = `${String(height + 2 * margin)}px`;
    this.#ground.style.left = this.#ground.style.top = `${String(-margin)}px`;
    this.#ground.style.transformOrigin = `${String(margin)}px ${String(margin)}px`;
    this.#over.width = Math.round(width * ratio);
    this.#over.height = Math.round(height * ratio);
  }

  #redraw(): void {
    this.#isStale = true;
    this.#ask();
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
      this.#clear(this.#ground);
      this.#clear(this.#over);
      return;
    }
    this.#drawGround(scene, this.#look, now);
    this.#drawOver(scene, this.#look);
    this.#onview({ scene, camera: this.#camera, frame: this.#frame });
    if (this.#move !== undefined) this.#ask();
  }

  #advance(now: number): void {
    const move = this.#move;
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
      this.#isStale = true;
    }
    if (part >= 1) this.#move = undefined;
  }

  #drawGround(scene: Scene, look: StageLook, now: number): void {
    if (this.#drawing === undefined) {
      this.#drawing = sceneDrawing({ scene, ...look, alphaOf: this.#alphaOf });
      const margin = marginFor(this.#drawing.length);
      if (margin !== this.#margin) {
        this.#margin = margin;
        this.#isResized = true;
      }
    }
    if (this.#isResized) this.#resize();
    const painted = this.#painted;
    const isToPaint =
      this.#isStale ||
      painted === undefined ||
      isToBePainted({
        painted: painted.camera,
        now: this.#camera,
        frame: this.#frame,
        margin: this.#margin,
        millisSinceMove: now - this.#movedAt,
        millisSincePaint: now - painted.at,
        paintMillis: painted.millis,
      });
    if (isToPaint) this.#paintGround(this.#drawing, look);
    else if (painted !== undefined) this.#pushGround(painted.camera);
  }

  #paintGround(drawing: Drawing, look: StageLook): void {
    const begin = performance.now();
    const margin = this.#margin;
    const { camera } = this;
    const context = this.#clear(this.#ground);
    if (context === undefined) return;
    paintDrawing(context, drawing, {
      camera: { ...camera, x: camera.x + margin, y: camera.y + margin },
      frame: { width: this.#frame.width + 2 * margin, height: this.#frame.height + 2 * margin },
      pixelRatio: this.#pixelRatio,
      fontFamily: look.theme.fontFamily,
      fitter: this.#fitterFor(look.theme.fontFamily),
    });
    this.#ground.style.transform = '';
    this.#isStale = false;
    const end = performance.now();
    this.#painted = { camera, at: end, millis: end - begin };
  }

  #pushGround(painted: Camera): void {
    const { x, y, scale } = pushOf(painted, this.#camera);
    const isThere = x === 0 && y === 0 && scale === 1;
    this.#ground.style.transform = isThere ? '' : `translate(${String(x)}px, ${String(y)}px) scale(${String(scale)})`;
    if (isThere) return;
    clearTimeout(this.#restTimer);
    this.#restTimer = setTimeout(() => this.#ask(), restMillis + 10);
  }

  #drawOver(scene: Scene, look: StageLook): void {
    const context = this.#clear(this.#over);
    const { links } = this;
    if (context === undefined || links === undefined) return;
    this.#targets ??= overlayTargets(scene, links, this.#selected, this.#hit);
    // Edges are known where they will be: they wait until they are there.
    const targets = this.#move?.motion === undefined ? this.#targets : { ...this.#targets, edges: [] };
    paintDrawing(context, overlayShapes(scene, targets, { ...look, scale: this.#camera.scale }), {
      camera: this.#camera,
      frame: this.#frame,
      pixelRatio: this.#pixelRatio,
      fontFamily: look.theme.fontFamily,
      fitter: this.#fitterFor(look.theme.fontFamily),
    });
  }

  #clear(canvas: HTMLCanvasElement): CanvasRenderingContext2D | undefined {
    const context = canvas.getContext('2d') ?? undefined;
    context?.setTransform(1, 0, 0, 1, 0, 0);
    context?.clearRect(0, 0, canvas.width, canvas.height);
    return context;
  }

  #fitterFor(fontFamily: string): TextFitter {
    if (this.#fitter !== undefined && fontFamily === this.#fontFamily) return this.#fitter;
    const context = document.createElement('canvas').getContext('2d');
    this.#fontFamily = fontFamily;
    this.#fitter = new TextFitter((text, isBold) => {
      if (context === null) return text.length * 0.6;
      context.font = `${isBold ? '600 ' : ''}100px ${fontFamily}`;
      return context.measureText(text).width / 100;
    });
    return this.#fitter;
  }
}

// Opening and closing leaves the outermost level as it is; another graph has few of its names.
function isSameGraph(before: Scene, scene: Scene): boolean {
  const outermost = before.nodes.filter(({ depth }) => depth === 0);
  return 2 * outermost.filter(({ id }) => scene.nodeById.has(id)).length >= outermost.length;
}
