import type { MessageTable } from '$base/language.svelte';

export const graphFilesMessages = {
  files: ['Files', '文件'],
  open: ['Open a model file', '打开模型文件'],
  openMore: ['Model files', '模型文件'],
  readAgain: ['Read {name} again', '重新读取 {name}'],
  remove: ['Remove {name} from the list', '从列表中移除 {name}'],
  kinds: [
    'GraphDef (.pb, .pbtxt), saved_model.pb, Keras (.json, .keras) or ONNX',
    'GraphDef（.pb、.pbtxt）、saved_model.pb、Keras（.json、.keras）或 ONNX',
  ],
  drop: ['Drop a model file to see its graph', '拖放模型文件以查看其计算图'],
  orOpen: ['Or drop a model file here: {kinds}.', '也可以将模型文件拖放到这里：{kinds}。'],
  sending: ['{name} is being opened …', '正在打开 {name}…'],
  failed: ['{name} cannot be opened: {reason}', '无法打开 {name}：{reason}'],
  tooLarge: [
    'it has {bytes}, and the page opens files up to {limit}. “sightglass graph FILE” opens larger ones',
    '文件大小为 {bytes}，页面最多可打开 {limit} 的文件。更大的文件请使用 “sightglass graph FILE”',
  ],
  noModel: ['the folder holds no saved_model.pb', '该文件夹中没有 saved_model.pb'],
  removeFailed: ['{name} could not be removed: {reason}', '无法移除 {name}：{reason}'],
  gone: [
    'The file of this link is no longer open on the server: open it again',
    '此链接中的文件在服务器上已不再打开：请重新打开',
  ],
} as const satisfies MessageTable;
