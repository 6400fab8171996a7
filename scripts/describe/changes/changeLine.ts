import { inQuotes } from '../phrase.ts'

export type ChangeKind = 'added' | 'removed' | 'changed'

/** One thing that is not as it was, in a sentence. */
export interface ChangeLine {
  readonly kind: ChangeKind
  readonly text: string
}

/** The changes of one register, screen, message or permission. */
export interface ChangedSubject {
  readonly kind: ChangeKind
  readonly name: string
  readonly title: string
  readonly lines: readonly ChangeLine[]
}

export interface ChangeSection {
  readonly title: string
  readonly subjects: readonly ChangedSubject[]
}

export const addedLine = (text: string): ChangeLine => ({ kind: 'added', text })
export const removedLine = (text: string): ChangeLine => ({ kind: 'removed', text })
export const changedLine = (text: string): ChangeLine => ({ kind: 'changed', text })

/** A text that became another: 'Título: de “Preço” para “Preço de venda”'. */
export function textChange(what: string, before: string | undefined, after: string | undefined): ChangeLine[] {
  if ((before ?? '') === (after ?? '')) return []
  if (!before) return [addedLine(`${what}: ${after}`)]
  if (!after) return [removedLine(`${what}: ${before}`)]
  return [changedLine(`${what}: de ${inQuotes(before)} para ${inQuotes(after)}`)]
}

/** Sentences that came and went. */
export function sentenceChanges(what: string, before: readonly string[], after: readonly string[]): ChangeLine[] {
  const say = (text: string): string => (what === '' ? text : `${what}: ${text}`)
  return [
    ...before.filter(text => !after.includes(text)).map(text => removedLine(say(text))),
    ...after.filter(text => !before.includes(text)).map(text => addedLine(say(text))),
  ]
}

/** Things of two times side by side by name; `former` tells what one was called before. */
export function pairByName<T>(
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
