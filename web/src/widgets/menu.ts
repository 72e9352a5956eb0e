// What a menu offers.
import type { IconName } from './icons';

export type MenuItem =
  | {
      readonly kind: 'action';
      readonly title: string;
      readonly icon?: IconName | undefined;
      readonly keys?: string | undefined;
      readonly isDisabled?: boolean;
      readonly isDanger?: boolean;
      run(): void;
    }
  // Of several beside each other one is chosen (`isRadio`), or each is on or off. The menu stays open.
  | { readonly kind: 'choice'; readonly title: string; readonly isOn: boolean; readonly isRadio?: boolean; run(): void }
  | { readonly kind: 'heading'; readonly title: string }
  | { readonly kind: 'line' };
