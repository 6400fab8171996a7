import { useState } from 'react'
import type { Field } from '../../../model/model.ts'
import type { Problem } from '../../../model/problem.ts'
import { useTranslate } from '../../data/session.tsx'

/** Problems of fields in replies: they stand until the fields are typed over. */
export interface ToldProblems {
  /** Notes a lookup's finding: it forbids nothing. */
  judge(name: string, problem: Problem | undefined): void
  /** Notes the server's refusal. */
  refuse(fields: readonly { readonly name: string; readonly text: string }[]): void
  clear(): void
  isRefused(name: string): boolean
  /** The texts of fields: what was told, else what `own` says. */
  shown(fields: readonly Field[], own: (name: string) => string | undefined): Readonly<Record<string, string>>
}

interface Told {
  readonly text: string
  readonly refused: boolean
}

export function useToldProblems(): ToldProblems {
  const say = useTranslate()
  const [told, setTold] = useState<Readonly<Record<string, Told>>>({})
  return {
    judge: (name, problem) =>
      setTold(({ [name]: _, ...others }) =>
        problem ? { ...others, [name]: { text: say(problem.code, problem.params), refused: false } } : others,
      ),
    refuse: fields =>
      setTold(now => ({ ...now, ...Object.fromEntries(fields.map(({ name, text }) => [name, { text, refused: true }])) })),
    clear: () => setTold({}),
    isRefused: name => told[name]?.refused === true,
    shown: (fields, own) =>
      Object.fromEntries(
        fields.flatMap(({ name }) => {
          const text = told[name]?.text ?? own(name)
          return text === undefined ? [] : [[name, text]]
        }),
      ),
  }
}
