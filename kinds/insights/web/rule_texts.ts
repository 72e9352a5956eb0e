// What the rules of the server mean, in words. The numbers in a sentence are those of the finding: {value}, {threshold}, {step}, {since} and
// all of its evidence, as they are or as a share: {valueShare}.

type Words = readonly [en: string, zh: string];

export interface RuleTexts {
  readonly name: Words;
  // What was found.
  readonly found: Words;
  // How the rule decides.
  readonly why: Words;
  // What may help; no more than is known.
  readonly tries: Words;
  // What is compared with the threshold; a share is said in percent.
  readonly measure: Words;
  readonly isShare?: boolean;
  readonly thresholds: Readonly<Record<string, Words>>;
}

const minPoints: Words = ['Points needed', '至少需要的数据点数'];
const minSteps: Words = ['Steps needed', '至少需要的步数'];
const minLayers: Words = ['Layers needed', '至少需要的层数'];
const persistence: Words = ['Share of later steps at which it must be so', '之后的步中须成立的比例'];
const noiseFactor: Words = ['Times the noise that a change must exceed', '变化须超过噪声的倍数'];

const texts: Readonly<Record<string, RuleTexts>> = {
  'non-finite': {
    name: ['Values that are not finite', '非有限值'],
    found: [
      'NaN or infinite values: {count} of them, the first at step {step}',
      '出现 NaN 或无穷大：共 {count} 个，最早在第 {step} 步',
    ],
    why: [
      'Counts the values that are NaN or infinite. It is a problem while the newest value is one of them, and a warning when they have passed.',
      '统计 NaN 或无穷大的值。若最新值也是如此则为问题，若已恢复则为警告。',
    ],
    tries: [
      'Look at the step before the first one: a learning rate that is too high, a logarithm or division of zero, and half precision without loss scaling are the usual causes. Clipping gradients often helps to find which.',
      '查看首次出现之前的一步：常见原因是学习率过高、对零取对数或除以零，以及半精度训练未做损失缩放。裁剪梯度常有助于定位原因。',
    ],
    measure: ['Count', '个数'],
    thresholds: { min_count: ['Values needed', '至少出现的个数'] },
  },
  'loss-plateau': {
    name: ['Loss does not improve', '损失不再改善'],
    found: [
      'No better since step {since}: the best of the last half is {best_last_half}, that of the first half {best_first_half}; the start was {start}',
      '自第 {since} 步起没有改善：后半段最佳为 {best_last_half}，前半段最佳为 {best_first_half}；起始为 {start}',
    ],
    why: [
      'Compares the best level of the last half of the steps with that of the first half. The gain must exceed a share of the level and the noise. A loss that has fallen far below its start may rest.',
      '比较后半段与前半段的最佳水平。改善须超过该水平的一定比例以及噪声。已远低于起始值的损失可以不再下降。',
    ],
    tries: [
      'If the loss never fell, check data, labels and whether gradients reach the first layers. If it fell and then stopped, a lower learning rate or a schedule is the first thing to try.',
      '若损失从未下降，请检查数据、标签，以及梯度是否传到前几层。若先降后停，先尝试降低学习率或使用学习率调度。',
    ],
    measure: ['Improvement', '改善'],
    isShare: true,
    thresholds: {
      min_points: minPoints,
      min_improvement: ['Improvement needed, as a share', '所需改善（比例）'],
      noise_factor: noiseFactor,
      converged_share: ['Share of the start below which a loss may rest', '低于起始值的该比例即视为已收敛'],
      stuck_share: ['Share of the start above which it is a problem', '高于起始值的该比例即为问题'],
    },
  },
  'loss-diverged': {
    name: ['Loss diverged', '损失发散'],
    found: [
      'Rose to {highest}, {value} times its start of {start}, from step {since} on, and did not recover: it ends at {last}',
      '自第 {since} 步起升至 {highest}，为起始值 {start} 的 {value} 倍，且未恢复：最后为 {last}',
    ],
    why: [
      'Looks for a level that is a multiple of the start, after which the loss never came down to a share of the start again.',
      '寻找达到起始值若干倍的水平，且之后损失再未降到起始值的一定比例以下。',
    ],
    tries: [
      'Steps are most likely too large: try a learning rate three to ten times lower, a warm-up, or clipped gradients.',
      '步长很可能过大：尝试把学习率降低三到十倍、加入预热或裁剪梯度。',
    ],
    measure: ['Times the start', '起始值的倍数'],
    thresholds: {
      min_points: minPoints,
      min_rise: ['Rise, in times the start', '上升至起始值的倍数'],
      recovered_share: ['Share of the start that counts as recovered', '视为已恢复的起始值比例'],
    },
  },
  'gradient-vanishing': {
    name: ['Gradients vanish', '梯度消失'],
    found: [
      'Gradients of the first layers are {value} times those of the last layers ({first_layers} against {last_layers})',
      '前几层的梯度只有后几层的 {value} 倍（{first_layers} 对 {last_layers}）',
    ],
    why: [
      'Compares the size of the gradients in the first third of the layers with that in the last third, at nearly all of the later steps.',
      '在之后的几乎所有步上，比较前三分之一层与后三分之一层的梯度大小。',
    ],
    tries: [
      'Sigmoid and tanh in deep networks do this: ReLU-like activations, residual connections, normalisation or another initialisation let gradients through.',
      '深层网络中的 sigmoid 和 tanh 会导致这种情况：改用类 ReLU 激活、残差连接、归一化或其他初始化，可让梯度通过。',
    ],
    measure: ['Ratio', '比值'],
    thresholds: {
      min_layers: minLayers,
      min_steps: minSteps,
      max_ratio: ['Ratio of first to last layers, at most', '前层与后层之比的上限'],
      persistence,
    },
  },
  'gradient-exploding': {
    name: ['Gradients explode', '梯度爆炸'],
    found: [
      'Gradients of the first layers are {value} times those of the last layers ({first_layers} against {last_layers})',
      '前几层的梯度是后几层的 {value} 倍（{first_layers} 对 {last_layers}）',
    ],
    why: [
      'Compares the size of the gradients in the first third of the layers with that in the last third, at nearly all of the later steps.',
      '在之后的几乎所有步上，比较前三分之一层与后三分之一层的梯度大小。',
    ],
    tries: [
      'Smaller initial weights, normalisation or clipped gradients keep them in bounds; a lower learning rate only hides it.',
      '减小初始权重、使用归一化或裁剪梯度可加以限制；降低学习率只会掩盖问题。',
    ],
    measure: ['Ratio', '比值'],
    thresholds: {
      min_layers: minLayers,
      min_steps: minSteps,
      min_ratio: ['Ratio of first to last layers, at least', '前层与后层之比的下限'],
      persistence,
    },
  },
  'activation-dead': {
    name: ['Dead activations', '激活死亡'],
    found: [
      '{zerosShare} of the activations are zero, since step {since}; at first it was {zeros_firstShare}',
      '自第 {since} 步起，{zerosShare} 的激活为零；最初为 {zeros_firstShare}',
    ],
    why: [
      'Counts values that are surely zero, at nearly all of the later steps. Values that only share a bucket with zero do not count.',
      '在之后的几乎所有步上，统计确定为零的值。仅与零同处一个区间的值不计入。',
    ],
    tries: [
      'A ReLU layer that gives only zeros learns no more. A lower learning rate, biases that begin at zero or above, or a leaky ReLU prevent it; what is dead does not come back by itself.',
      '只输出零的 ReLU 层无法再学习。降低学习率、使偏置从零或正值开始，或改用 leaky ReLU 可以避免；已死亡的单元不会自行恢复。',
    ],
    measure: ['Zeros', '零值'],
    isShare: true,
    thresholds: {
      min_steps: minSteps,
      min_zero_share: ['Share of zeros, at least', '零值比例的下限'],
      persistence,
    },
  },
  'activation-saturated': {
    name: ['Saturated activations', '激活饱和'],
    found: [
      '{outer_shareShare} of the activations lie at the ends of their range {range_low} to {range_high}; at first it was {outer_share_firstShare}',
      '{outer_shareShare} 的激活位于其范围 {range_low} 至 {range_high} 的两端；最初为 {outer_share_firstShare}',
    ],
    why: [
      'Where the values show that an activation is bounded (sigmoid, tanh, ReLU6), measures how many lie close to the bounds, where it passes on no gradient.',
      '当数值表明激活有界（sigmoid、tanh、ReLU6）时，统计有多少值靠近边界；在那里几乎没有梯度传递。',
    ],
    tries: [
      'Normalise the inputs of the layer, begin with smaller weights, or lower the learning rate. In a gate it may be what the network wants.',
      '归一化该层的输入、减小初始权重，或降低学习率。若是门控单元，这可能正是网络所需。',
    ],
    measure: ['At the ends', '位于两端'],
    isShare: true,
    thresholds: {
      min_steps: minSteps,
      margin: ['Part of the range that counts as its end', '视为端点的范围比例'],
      min_share: ['Share of values at the ends, at least', '端点处比例的下限'],
      persistence,
    },
  },
  'weights-static': {
    name: ['Weights do not move', '权重不变'],
    found: [
      'Weights of {static_layers} of {layer_count} layers have not moved since step {since}: the drift is {value} of their deviation',
      '{layer_count} 层中有 {static_layers} 层的权重自第 {since} 步起没有变化：漂移仅为其标准差的 {value}',
    ],
    why: [
      'Measures how far the weights of each layer are from the first ones, in deviations. It is a problem if no layer moves, and a warning if others do.',
      '以标准差为单位，测量各层权重与最初相比移动了多远。若所有层都不动则为问题，若仅部分不动则为警告。',
    ],
    tries: [
      'If these layers are frozen on purpose, all is well. Otherwise check that the optimizer was given them, that gradients reach them, and that the learning rate is not far too low.',
      '若这些层是有意冻结的，则没有问题。否则请检查它们是否交给了优化器、梯度是否能传到，以及学习率是否过低。',
    ],
    measure: ['Drift', '漂移'],
    thresholds: {
      min_steps: minSteps,
      max_drift: ['Drift, at most, in deviations', '漂移上限（以标准差计）'],
    },
  },
  overfitting: {
    name: ['Train and validation drift apart', '训练与验证差距扩大'],
    found: [
      'Rose by {valueShare} since its lowest at step {since} ({lowest} to {last}), while the training loss fell from {train_then} to {train_last}',
      '自第 {since} 步的最低点起上升 {valueShare}（{lowest} 至 {last}），而训练损失从 {train_then} 降到 {train_last}',
    ],
    why: [
      'Compares the end of the loss on held-out data with its lowest level, and the training loss over the same steps. Both must have moved by more than their noise.',
      '比较留出数据上损失的末尾与最低水平，以及同一区间的训练损失。两者的变化都须超过噪声。',
    ],
    tries: [
      'The best weights are those of the lowest step: stop there. More data, augmentation, weight decay or dropout move that point to the right.',
      '最佳权重在最低点那一步：应在那里停止。更多数据、数据增强、权重衰减或 dropout 可使该点后移。',
    ],
    measure: ['Rise', '上升'],
    isShare: true,
    thresholds: {
      min_points: minPoints,
      min_rise: ['Rise above the lowest, as a share', '相对最低点的上升（比例）'],
      noise_factor: noiseFactor,
      min_train_fall: ['Fall of the training loss, as a share', '训练损失的下降（比例）'],
    },
  },
};

// A rule that this page does not know yet says what the server said.
const unknown: Omit<RuleTexts, 'name'> = {
  found: ['{value} against a threshold of {threshold}', '{value}，阈值为 {threshold}'],
  why: ['This page does not know this rule.', '此页面不了解该规则。'],
  tries: ['Reload the page: the server is newer.', '请重新加载页面：服务器版本较新。'],
  measure: ['Value', '数值'],
  thresholds: {},
};

export function ruleTexts(rule: string): RuleTexts {
  return texts[rule] ?? { name: [rule, rule], ...unknown };
}

export const knownRules: readonly string[] = Object.keys(texts);
