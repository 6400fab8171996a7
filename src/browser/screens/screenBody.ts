import type { Screen } from '../../model/model.ts'

/** A body of that sort. */
export type ScreenBody<K extends string> = Extract<Screen['body'], Record<K, unknown>>[K &
  keyof Extract<Screen['body'], Record<K, unknown>>]
