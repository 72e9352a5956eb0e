// What the kinds of data are called that the server knows by their plugin's name and the page has no view of.
import type { Language } from '$base/language.svelte';

const names: Readonly<Record<string, readonly [en: string, zh: string]>> = {
  audio: ['Audio', '音频'],
  custom_scalars: ['Custom scalars', '自定义标量'],
  debugger: ['Debugger', '调试器'],
  distributions: ['Distributions', '分布'],
  graph_keras_model: ['Keras models', 'Keras 模型'],
  graph_run_metadata: ['Run metadata', '运行元数据'],
  graph_run_metadata_graph: ['Run graphs', '运行图'],
  graph_tagged_run_metadata: ['Tagged run metadata', '带标签的运行元数据'],
  graphs: ['Graphs', '计算图'],
  histograms: ['Histograms', '直方图'],
  hparams: ['Hyperparameters', '超参数'],
  images: ['Images', '图像'],
  mesh: ['Meshes', '网格'],
  meta_graph: ['Meta graphs', '元图'],
  pr_curves: ['PR curves', 'PR 曲线'],
  projector: ['Projector', '投影'],
  scalars: ['Scalars', '标量'],
  session_log: ['Session logs', '会话日志'],
  text: ['Text', '文本'],
};

// Plugins that nobody here knows keep the name that they gave themselves.
export function kindName(id: string, language: Language): string {
  return names[id]?.[language === 'zh' ? 1 : 0] ?? id;
}
