import fc from 'fast-check'
import definitions from '../../../schemas/kinds.json' with { type: 'json' }
import type { Choice, KindName, Refinement, Value, ValueOptions } from '../../../src/kinds/kind.ts'

/** A field of some kind, the values that it may hold, and texts with what they must mean: what the contract tests run over. */
export interface KindCase {
  readonly name: string
  readonly o: ValueOptions
  readonly values: fc.Arbitrary<Value>
  /** Typed texts (or values of a body) and their values. */
  readonly reads?: readonly (readonly [text: string, value: Value])[]
  /** Texts that give this problem, in reading or in checking. */
  readonly refuses?: readonly (readonly [text: string, code: string])[]
  /** Values and the text that people see. */
  readonly shows?: readonly (readonly [value: Value, text: string])[]
  /** The shown text leaves something out, so it cannot be read back. */
  readonly lossy?: boolean
}

type Written = Omit<Refinement, 'choices' | 'kind'> & { kind: string; choices?: { const: string | number; title: string }[] }

/** A refinement of schemas/kinds.json, as the model reads it. */
export const refinementNamed = (name: string): Refinement => {
  const written = (definitions.refinements as unknown as Record<string, Written>)[name]
  if (!written) throw new Error(`no refinement ${name}`)
  const { choices, kind, ...rest } = written
  const options: Choice[] | undefined = choices?.map(choice => ({ value: choice.const, title: choice.title }))
  return { ...rest, kind: kind as KindName, ...(options ? { choices: options } : {}) }
}

/** Options of a field of this kind. */
export const fieldOfKind = (kind: KindName, more: Partial<ValueOptions> = {}): ValueOptions => ({
  kind,
  required: false,
  zone: 'America/Sao_Paulo',
  ...more,
})

/** Options of a field of this refinement. */
export const fieldOfRefinement = (name: string, more: Partial<ValueOptions> = {}): ValueOptions => {
  const refine = refinementNamed(name)
  return fieldOfKind(refine.kind, { refinement: name, refine, ...more })
}

/** Texts of that many digits. */
export const digitTexts = (least: number, most = least): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: least, maxLength: most })
