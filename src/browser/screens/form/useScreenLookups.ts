import { useEffect, useRef, useState } from 'react'
import { evaluate } from '../../../model/expression.ts'
import type { Field, Lookup, Model, Screen } from '../../../model/model.ts'
import type { Problem } from '../../../model/problem.ts'
import { fieldOf } from '../../../model/register.ts'
import { call } from '../../data/api.ts'
import { sessionScope } from '../../data/expressions/sessionScope.ts'
import { type ClientSession, useTranslate } from '../../data/session.tsx'
import type { EvaluateExpression } from '../../form/draft/computedFields.ts'
import {
  automaticLookups,
  buildLookupRequest,
  isStaleFor,
  type LookupRequest,
  readLookupReply,
} from '../../form/draft/lookups.ts'
import { createFilledValues } from '../../form/lookups/filledValues.ts'
import { createLookupFailures } from '../../form/lookups/lookupFailures.ts'
import { createRunningLookups, pauseUnlessAborted } from '../../form/lookups/runningLookups.ts'

type Values = Readonly<Record<string, unknown>>

interface Options {
  readonly model: Model
  readonly screen: Screen
  readonly session: ClientSession
  values(): Values
  put(changes: Values): void
  judge(name: string, problem: Problem | undefined): void
}

export interface ScreenLookups {
  /** A field was typed in: its lookups run once typing rests. */
  typed(name: string): void
  readonly waiting: ReadonlySet<string>
}

/**
 * The lookups of a screen's form: what typing sets off. What a lookup filled goes with the text that it was asked for, unless somebody
 * typed over it.
 */
export function useScreenLookups(options: Options): ScreenLookups {
  const say = useTranslate()
  const [waiting, setWaiting] = useState<ReadonlySet<string>>(new Set())
  const [running] = useState(createRunningLookups)
  const [filled] = useState(createFilledValues)
  const latest = useRef(options)
  latest.current = options
  const [failures] = useState(() =>
    createLookupFailures({ store: { judge: (name, problem) => latest.current.judge(name, problem) }, say }),
  )
  useEffect(() => () => running.stop(), [running])

  const wait = (name: string, on: boolean): void =>
    setWaiting(now => {
      if (now.has(name) === on) return now
      return new Set(on ? [...now, name] : [...now].filter(one => one !== name))
    })
  const requestOf = (field: Field, lookup: Lookup): LookupRequest | undefined => {
    const { model, screen, values } = latest.current
    const register = model.registers[screen.name]
    return register && buildLookupRequest(register, lookup, values(), values()[field.name], evaluatorOf(latest.current))
  }
  const run = async (field: Field, lookup: Lookup, signal: AbortSignal): Promise<void> => {
    await pauseUnlessAborted(lookup.wait, signal)
    const request = signal.aborted ? undefined : requestOf(field, lookup)
    if (!request) return
    const { model, screen, values, put } = latest.current
    const register = model.registers[screen.name]
    try {
      const { data } = await call(request.method, request.path, { query: request.query, signal, noRetry: true })
      if (signal.aborted || !register) return
      const stale = isStaleFor(lookup, filled.stillIn('', values()), values(), undefined)
      const { fills } = readLookupReply(register, lookup, data, values(), evaluatorOf(latest.current), stale)
      put(fills)
      filled.note('', fills)
    } catch (error) {
      if (signal.aborted) return
      takeBack(lookup)
      failures(lookup, request, error, field.name)
    }
  }
  const takeBack = ({ fills = {} }: Lookup): void => {
    const { values, put } = latest.current
    const isFilled = filled.stillIn('', values())
    put(Object.fromEntries(Object.keys(fills).flatMap(name => (isFilled(name) ? [[name, null]] : []))))
  }
  return {
    waiting,
    typed(name) {
      const register = options.model.registers[options.screen.name]
      const field = register && fieldOf(register, name)
      const lookups = field ? automaticLookups(field) : []
      if (!field || lookups.length === 0) return
      const signal = running.begin(name)
      const todo = lookups.filter(lookup => requestOf(field, lookup))
      for (const lookup of lookups) if (!todo.includes(lookup)) takeBack(lookup)
      wait(name, todo.length > 0)
      void Promise.all(todo.map(lookup => run(field, lookup, signal))).then(() => signal.aborted || wait(name, false))
    },
  }
}

const evaluatorOf =
  ({ model, session }: Pick<Options, 'model' | 'session'>): EvaluateExpression =>
  (register, expression, scope) =>
    evaluate(model, register.name, expression, { ...sessionScope(session), record: scope, isNew: true, more: scope })
