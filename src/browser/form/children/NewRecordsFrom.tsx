import { type ReactNode, useMemo } from 'react'
import { type InputServices, InputServicesProvider, useInputServices } from '../../../kinds/inputServices.tsx'
import type { ReferenceTarget } from '../../../kinds/kind.ts'
import type { Register } from '../../../model/model.ts'
import type { FieldValues } from '../draft/draftRows.ts'
import { useForm } from '../formContext.ts'

interface Props {
  /** The register whose field refers, and what its record says now. */
  readonly register: Register
  values(): FieldValues
  /** Hears of it: a cell whose editor the dialog has closed takes it all the same. */
  made?(id: string | number): void
  readonly children: ReactNode
}

/** A record that the reference below does not find is created from what the record around says, where its field has a word for that. */
export function NewRecordsFrom({ register, values, made, children }: Props) {
  const above = useInputServices()
  const { context } = useForm()
  const services = useMemo((): InputServices => {
    const { create } = above
    if (!create) return above
    const startOf = ({ newRecord }: ReferenceTarget): FieldValues | undefined =>
      newRecord &&
      Object.fromEntries(
        Object.entries(newRecord).map(([name, expression]) => [
          name,
          context.evaluate(register, expression, { ...context.scope, ...values() }) ?? null,
        ]),
      )
    return {
      ...above,
      create: async (target, text) => {
        const option = await create(target, text, startOf(target))
        if (option) made?.(option.id)
        return option
      },
    }
  }, [above, context, register, values, made])
  return <InputServicesProvider value={services}>{children}</InputServicesProvider>
}
