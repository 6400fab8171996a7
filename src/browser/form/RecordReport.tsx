import { Banner } from '../../controls/Banner.tsx'
import { Skeleton } from '../../controls/Skeleton.tsx'
import type { Expression, Register } from '../../model/model.ts'
import { useModel } from '../data/session.tsx'
import { loadWithRetry } from '../ui/loadWithRetry.ts'
import { useLazyComponent } from '../ui/useLazyComponent.ts'
import type { FieldValues } from './draft/draftRows.ts'
import type { DraftContext } from './draft/recordDraft.ts'
import { useForm, useFormState } from './formContext.ts'

const load = () => loadWithRetry(() => import('../report/EmbeddedReport.tsx'))

interface Props {
  readonly report: string
  readonly values: Readonly<Record<string, Expression>>
  /** The register whose changes ask the report anew. */
  readonly follows?: string | undefined
}

/** Figures of the record that is open. One that is not saved yet has none. */
export function RecordReport({ report: name, values, follows }: Props) {
  const form = useForm()
  const asked = useFormState(() => fixedOf(values, { ...form.store.shown().base, isNew: false }, form))
  if (form.store.shown().isNew) return <Banner tone="info">{form.say('report.after-save')}</Banner>
  return <Embedded name={name} asked={asked} follows={follows} />
}

interface Reading {
  readonly register: Register
  readonly context: Pick<DraftContext, 'evaluate'>
}

/** The same of a record that is only read. */
export function DocumentReport({
  report,
  values,
  follows,
  record,
  ...reading
}: Props & Reading & { readonly record: FieldValues }) {
  return <Embedded name={report} asked={fixedOf(values, { ...record, isNew: false }, reading)} follows={follows} />
}

interface EmbeddedProps {
  readonly name: string
  readonly asked: string
  readonly follows?: string | undefined
}

function Embedded({ name, asked, follows }: EmbeddedProps) {
  const report = useModel().reports[name]
  const EmbeddedReport = useLazyComponent(load, report !== undefined)
  if (!report) return null
  return EmbeddedReport ? (
    <EmbeddedReport report={report} fixed={asked} follows={follows} />
  ) : (
    <Skeleton height="20rem" radius="0.625rem" />
  )
}

/** The parameters that the record answers, as one text so that it changes only when they do. */
function fixedOf(values: Props['values'], record: FieldValues, { register, context }: Reading): string {
  return JSON.stringify(
    Object.fromEntries(
      Object.entries(values).map(([name, expression]) => [name, String(context.evaluate(register, expression, record) ?? '')]),
    ),
  )
}
