import { foldedWords, foldText } from '../../base/text.ts'

/** The part of an offered option by which it is told apart. */
interface Named {
  readonly id: string | number
  readonly label: string
  readonly code?: string
  readonly like?: boolean
}

/** Records named by a text: by their label, else by their code, else by their key. */
export function optionsNamed<O extends Named>(options: readonly O[], text: string): readonly O[] {
  const wanted = foldText(text.trim())
  const by = (name: (option: O) => string | undefined): readonly O[] =>
    options.filter(option => foldText(name(option) ?? '') === wanted)
  const labelled = by(option => option.label)
  if (labelled.length > 0) return labelled
  const coded = by(option => option.code)
  return coded.length > 0 ? coded : by(option => String(option.id))
}

/** Tells whether an option holds all that was typed: each word begins one of its own, or it was found by a number. */
export function holdsTyped({ label, code = '', like = false }: Named, text: string): boolean {
  if (like) return false
  if (/^[\d().+/\s-]+$/.test(text)) return true
  const own = foldedWords(`${label} ${code}`)
  const digits = foldText(text).replace(/[^\da-z]/g, '')
  const held = foldedWords(text).every(word => own.some(other => other.startsWith(word)))
  return held || (/\d/.test(digits) && code !== '' && foldText(code).startsWith(digits))
}

/**
 * Returns the options that a person means who typed a text and went on: those named by it, else those that have it in their names as it stands, else
 * those that hold all of it. One that is only like it is never meant. Of a text that was `pasted` nobody has seen the finds of the search: it has to
 * be a name.
 */
export function optionsMeant<O extends Named>(options: readonly O[], text: string, pasted: boolean): readonly O[] {
  const named = optionsNamed(options, text)
  if (named.length > 0 || pasted) return named
  const wanted = foldText(text.trim())
  const holding = options.filter(({ label }) => foldText(label).includes(wanted))
  return holding.length > 0 ? holding : options.filter(option => holdsTyped(option, text))
}

/** The code of the problem of a text that names no one record: of what was found (`found`) these are `meant`. */
export const unnamedCode = (found: readonly unknown[], meant: readonly unknown[]): string =>
  meant.length > 0 ? 'list.ambiguous' : found.length > 0 ? 'list.not-named' : 'list.not-found'
