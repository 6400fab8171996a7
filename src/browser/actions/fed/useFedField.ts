import useSWR from 'swr'
import { membersOf, recordsIn } from '../../../base/record.ts'
import type { ControlField } from '../../../kinds/controlProps.ts'
import type { Choice } from '../../../kinds/kind.ts'
import type { Field } from '../../../model/model.ts'
import { cacheScope } from '../../data/caches.ts'
import { useTranslate } from '../../data/session.tsx'
import { failureText } from '../failureText.ts'
import { runCallSpec } from '../perform/runCallSpec.ts'

/** A field as it is typed: with the options that a call answered, where its definition names one. */
interface FedField {
  readonly field: ControlField
  /** Nothing can be chosen yet. */
  readonly waiting: boolean
  readonly error: string | undefined
  readonly help: string | undefined
}

type Evaluate = (expression: string) => unknown

/** Asks for the options of a field once its condition holds, and anew when what the call sends changes. */
export function useFedField(field: Field, values: Readonly<Record<string, unknown>>, evaluate: Evaluate): FedField {
  const say = useTranslate()
  const options = field.optionsFrom
  const open = options !== undefined && (options.when === undefined || evaluate(options.when) === true)
  const sent = options && JSON.stringify(Object.values({ ...options.call.query, ...options.call.body }).map(evaluate))
  const { data, error, isLoading } = useSWR<readonly Choice[], Error>(
    options && open ? ['options', cacheScope(), options.call.path, sent] : null,
    async () => {
      const reply = options && (await runCallSpec(options.call, values, evaluate))
      const rows = options?.rows === undefined ? reply : membersOf(reply)[options.rows]
      return recordsIn(rows).flatMap(row => choiceOf(row, options))
    },
    { revalidateOnFocus: false, shouldRetryOnError: false },
  )
  if (!options) return { field, waiting: false, error: undefined, help: undefined }
  return {
    field: { ...field, kind: 'choice', choices: data ?? [] },
    waiting: data === undefined,
    error: error && failureText(say(options.failure), error.message),
    help: isLoading ? say('loading') : undefined,
  }
}

function choiceOf(row: Readonly<Record<string, unknown>>, options: Field['optionsFrom']): Choice[] {
  const value = options && row[options.value]
  const title = options && row[options.label]
  return typeof value === 'string' || typeof value === 'number' ? [{ value, title: String(title ?? value) }] : []
}
