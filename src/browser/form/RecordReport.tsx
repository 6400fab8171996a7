import { Banner } from '../../controls/Banner.tsx'
import { Skeleton } from '../../controls/Skeleton.tsx'
import type { Expression } from '../../model/model.ts'
import { loadWithRetry } from '../ui/loadWithRetry.ts'
import { useLazyComponent } from '../ui/useLazyComponent.ts'
import { useForm, useFormState } from './formContext.ts'

const load = () => loadWithRetry(() => import('../report/EmbeddedReport.tsx'))

interface Props {
  readonly report: string
  readonly values: Readonly<Record<string, Expression>>
}

/** Figures of the record that is open. One that is not saved yet has none. */
export function RecordReport({ report: name, values }: Props) {
  const form = useForm()
  const report = form.model.reports[name]
  const EmbeddedReport = useLazyComponent(load, report !== undefined)
  const asked = useFormState(() => fixedOf(form, values))
  if (!report) return null
  if (form.store.shown().isNew) return <Banner tone="info">{form.say('report.after-save')}</Banner>
  return EmbeddedReport ? <EmbeddedReport report={report} fixed={asked} /> : <Skeleton height="20rem" radius="0.625rem" />
}

/** The parameters that the record answers, as one text so that it changes only when they do. */
function fixedOf({ store, register, context }: ReturnType<typeof useForm>, values: Props['values']): string {
  const record = { ...store.shown().base, isNew: false }
  return JSON.stringify(
    Object.fromEntries(
      Object.entries(values).map(([name, expression]) => [name, String(context.evaluate(register, expression, record) ?? '')]),
    ),
  )
}
