// What engines of regular expressions and the server say of a text that they cannot read, in Chinese. They know English only. What is said
// stands at the end, behind where it is; words that are not known stay as they are.

// Chromium's and Firefox's.
const patternWords: readonly (readonly [said: RegExp, chinese: string])[] = [
  [/Unterminated (?:group|parenthetical)$/i, '括号没有闭合'],
  [/Unmatched (?:'\)'|\) in regular expression)$/i, '多余的右括号'],
  [/Unterminated character class$/i, '方括号没有闭合'],
  [/(?:Range out of order in character class|invalid range in character class)$/i, '字符范围的顺序颠倒'],
  [/(?:Invalid character class|character class escape cannot be used in class range)$/i, '字符集无效'],
  [/Nothing to repeat$/i, '量词前没有可重复的内容'],
  [/(?:Lone quantifier brackets|raw bracket is not allowed.*)$/i, '花括号缺少另一半，或不是量词'],
  [/Incomplete quantifier$/i, '量词不完整'],
  [/numbers out of order in \{\} quantifier\.?$/i, '花括号中的数字顺序颠倒'],
  [/\\ at end of pattern$/i, '末尾的反斜杠后缺少字符'],
  [/(?:Invalid (?:identity |decimal |unicode |class )?escape|invalid .* escape.*)$/i, '反斜杠后的字符无效'],
  [/Invalid property name.*$/i, '字符属性的名称无效'],
  [/Invalid (?:capture )?group(?: name)?.*$/i, '分组无效'],
  [/(?:Duplicate capture group name|duplicate capture group name.*)$/i, '分组名称重复'],
  [/Invalid named (?:capture )?reference.*$/i, '引用的分组不存在'],
  [/(?:Regular expression too large|regexp too big)$/i, '正则表达式过长'],
];

const conditionWords: readonly (readonly [said: RegExp, chinese: string])[] = [
  [/^'(.*)' has no meaning here$/s, '此处不能使用“$1”'],
  [/^not a number$/, '不是数字'],
  [/^a name that begins like a number needs backticks$/, '以数字开头的名称需要放在反引号中'],
  [/^a quote without its end$/, '引号没有闭合'],
  [/^&& or \|\| is expected$/, '此处应为 && 或 ||'],
  [/^nested deeper than (\d+)$/, '嵌套超过 $1 层'],
  [/^'\)' is expected$/, '此处应为右括号'],
  [/^a comparison, such as < or ==, is expected$/, '此处应为比较符号，例如 < 或 =='],
  [/^after run: ==, != or =~$/, 'run 之后应为 ==、!= 或 =~'],
  [/^a string in quotes is expected$/, '此处应为引号中的文字'],
  [/^run stands on the left, and is compared with a string$/, 'run 应在左侧，并与引号中的文字比较'],
  [/^no function '(.*)'; there are (.*) and at$/s, '没有函数“$1”；可用：$2, at'],
  [/^',' and a step are expected$/, '此处应为逗号和步数'],
  [/^a step, which is a whole number, is expected$/, '此处应为步数（整数）'],
  [/^a string is compared with run only; names go in backticks$/, '引号中的文字只能与 run 比较；名称请放在反引号中'],
  [/^a name or number is expected$/, '此处应为名称或数字'],
];

export function problemInChinese(problem: string): string {
  const condition = /^filter, column (\d+): (.*)$/s.exec(problem);
  if (condition !== null) {
    const [, column = '', said = ''] = condition;
    return `第 ${column} 个字符处：${inWords(said, conditionWords)}`;
  }
  const expression = /^filter: '(.*)' is not a regular expression: .*$/s.exec(problem);
  if (expression !== null) return `“${expression[1] ?? ''}”不是有效的正则表达式`;
  return inWords(problem, patternWords);
}

function inWords(text: string, words: readonly (readonly [RegExp, string])[]): string {
  for (const [said, chinese] of words) if (said.test(text)) return text.replace(said, chinese);
  return text;
}
