import { quoted } from '../phrase.ts'

export type ChangeKind = 'added' | 'removed' | 'changed'

/** One thing that is not as it was, in a sentence. */
export interface Line {
  readonly kind: ChangeKind
  readonly text: string
}

/** What changed of one register, screen, message or permission. */
export interface Subject {
  readonly kind: ChangeKind
  readonly name: string
  readonly title: string
  readonly lines: readonly Line[]
}

export interface Section {
  readonly title: string
  readonly subjects: readonly Subject[]
}

export const added = (text: string): Line => ({ kind: 'added', text })
export const removed = (text: string): Line => ({ kind: 'removed', text })
export const changed = (text: string): Line => ({ kind: 'changed', text })

/** A text that became another: 'Título: de “Preço” para “Preço de venda”'. */
export function becomes(what: string, before: string | undefined, after: string | undefined): Line[] {
  if ((before ?? '') === (after ?? '')) return []
  if (!before) return [added(`${what}: ${after}`)]
  if (!after) return [removed(`${what}: ${before}`)]
  return [changed(`${what}: de ${quoted(before)} para ${quoted(after)}`)]
}

/** Sentences that came and went. */
export function sentences(what: string, before: readonly string[], after: readonly string[]): Line[] {
  const say = (text: string): string => (what === '' ? text : `${what}: ${text}`)
  return [
    ...before.filter(text => !after.includes(text)).map(text => removed(say(text))),
    ...after.filter(text => !before.includes(text)).map(text => added(say(text))),
  ]
}

/** Things of two times side by side by name; `former` tells what one was called before. */
export function paired<T>(
  before: readonly T[],
  after: readonly T[],
  nameOf: (item: T) => string,
  former: (item: T) => string | undefined = () => undefined,
): { readonly before?: T; readonly after?: T }[] {
  const old = new Map(before.map(item => [nameOf(item), item]))
  const pairs = after.map(item => {
    const name = old.has(nameOf(item)) ? nameOf(item) : (former(item) ?? nameOf(item))
    const was = old.get(name)
    old.delete(name)
    return was === undefined ? { after: item } : { before: was, after: item }
  })
  return [...pairs, ...[...old.values()].map(item => ({ before: item }))]
}
