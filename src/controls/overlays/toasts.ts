import { createObservable } from '../../base/objects/listeners.ts'
import type { Tone } from '../theme/palette.ts'

export interface ToastOptions {
  readonly tone?: Tone
  readonly text: string
  /** Its topic: it takes the place of an earlier toast of the same topic. */
  readonly topic?: string
  /** Adds a link to what the text is about. */
  readonly link?: { readonly title: string; readonly address: string; go(): void } | undefined
  /** Adds "Desfazer". */
  undo?(): void
  /** Adds a button: what may be done about it. */
  readonly act?: { readonly title: string; run(): void } | undefined
}

export interface ShownToast extends ToastOptions {
  readonly id: number
  readonly tone: Tone
  /** Milliseconds until it goes by itself. */
  readonly wait: number
}

/** Most that stand at once; the oldest goes first. */
const most = 3

/** The store that `Toaster` reads. */
export const toasts = createObservable<readonly ShownToast[]>([])
let last = 0

/** Says what happened, for five seconds; longer when it is an error, since there is more to read. The same text is not said twice. */
export function showToast(options: ToastOptions): void {
  const tone = options.tone ?? 'positive'
  last += 1
  const { text, topic } = options
  const others = toasts.read().filter(other => other.text !== text && (topic === undefined || other.topic !== topic))
  toasts.set([...others.slice(1 - most), { ...options, tone, id: last, wait: tone === 'danger' ? 10_000 : 5_000 }])
}

export const dismissToast = (id: number): void => toasts.set(toasts.read().filter(one => one.id !== id))
