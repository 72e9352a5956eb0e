export const histogramSourceMessages = {
  unreachable: ['The server does not answer.', '服务器没有响应。'],
  refused: ['The server says: {server}', '服务器返回：{server}'],
  unreadable: ['The answer cannot be read: {server}', '无法读取服务器的回答：{server}'],
} as const;
