// Why a card has no data, in words.
import { ServerError } from '$api/server';
import { translate, type Language } from '$base/language.svelte';
import { dataMessages } from './data_messages';

export function isUnreachable(error: unknown): boolean {
  return error instanceof ServerError && error.isUnreachable;
}

export function failureText(error: unknown, language: Language): string {
  const server = error instanceof Error ? error.message : String(error);
  if (!(error instanceof ServerError)) return translate(dataMessages, language, 'unreadable', { server });
  if (error.isUnreachable) return translate(dataMessages, language, 'unreachable');
  return translate(dataMessages, language, error.code === 'OUT_OF_RANGE' ? 'tooMuch' : 'refused', { server });
}
