import { useEffect, useRef, useState } from 'react'
import type { InputProps } from '../controlProps.ts'
import { type ReferenceOption, useInputServices } from '../inputServices.tsx'
import type { ReferenceTarget, Value } from '../kind.ts'
import { optionsMeant, unnamedCode } from './matchOptions.ts'
import { referenceSearching } from './referenceSearching.ts'

/** A text that is no value yet, and the value when it was typed: another one from outside takes its place. */
interface Typed {
  readonly text: string
  readonly at: Value
}

/**
 * The text of a reference that is no record yet. Who leaves before the search has answered has typed all the same: what is
 * meant is taken when the answer comes, else the text stays, with its problem.
 */
export function useTypedReference(
  props: InputProps,
  target: ReferenceTarget,
  label: string | undefined,
  take: (option: ReferenceOption) => void,
) {
  const { value, onChange, compact } = props
  const around = useInputServices()
  const [raw, setRaw] = useState<Typed | undefined>(() =>
    props.typed === undefined ? undefined : { text: props.typed, at: value },
  )
  const text = raw && Object.is(raw.at, value) ? raw.text : undefined
  /** The dropped text, although the box may be left before it is drawn without it. */
  const dropped = useRef<Typed | undefined>(undefined)
  /** Counts what was asked: an answer counts as long as nothing was typed or chosen since. */
  const asked = useRef(0)
  const latest = useRef({ props, take })
  latest.current = { props, take }

  const resolve = (typed: string, known?: readonly ReferenceOption[]): void => {
    asked.current += 1
    const mine = asked.current
    const end = (options: readonly ReferenceOption[]): void => {
      if (mine !== asked.current) return
      const meant = optionsMeant(options, typed, false)
      const [only, ...others] = meant
      if (only && others.length === 0) {
        latest.current.take(only)
        return
      }
      const title = around.titleOf?.(target.to) ?? props.field.title
      const code = unnamedCode(options, meant)
      const now = latest.current.props
      now.onChange(now.value, { code, params: { text: typed.trim(), title } }, typed)
    }
    if (known) end(known)
    else around.search(target.to, typed.trim(), target.where).then(end, () => undefined)
  }
  const begun = useRef(() => raw && resolve(raw.text))
  useEffect(() => {
    // Typed on an earlier visit, or before its part of the form was left.
    begun.current()
    return () => {
      asked.current += 1
    }
  }, [])

  return {
    text,
    /** Whether something is typed, also one that another value has overtaken. */
    begun: raw !== undefined,
    type(next: string): void {
      asked.current += 1
      const empty = next.trim() === '' && !compact
      setRaw({ text: next, at: empty ? null : value })
      if (empty) onChange(null)
      else if (next === label) onChange(value)
      else (props.onType ?? onChange)(value, { code: referenceSearching, params: { text: next.trim() } }, next)
    },
    /** The box is left: what is meant is looked for, among the options `listed` for the text when there are such. */
    settle(listed: readonly ReferenceOption[] | undefined): void {
      // In a cell the grid reads what is left.
      if (text === undefined || compact || raw === dropped.current) return
      if (text.trim() === '' || text === label) setRaw(undefined)
      else resolve(text, listed)
    },
    /** A text that was dropped stands there again: what was found for it names no one record. */
    refuse(refused: string, found: readonly ReferenceOption[]): void {
      setRaw({ text: refused, at: value })
      resolve(refused, found)
    },
    drop(): void {
      asked.current += 1
      dropped.current = raw
      setRaw(undefined)
    },
  }
}
