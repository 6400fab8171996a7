import { type CSSProperties, memo, type ReactNode, useSyncExternalStore } from 'react'
import { Banner } from '../../../controls/Banner.tsx'
import { holdsYesOrNo } from '../../../kinds/values.ts'
import type { Expression, FormItem, PartView, RecordFacts, Register } from '../../../model/model.ts'
import { fieldOf } from '../../../model/register.ts'
import { loadWithRetry } from '../../ui/loadWithRetry.ts'
import { useLazyComponent } from '../../ui/useLazyComponent.ts'
import { formItemName } from '../draft/draftProblems.ts'
import { draftScope } from '../draft/recordDraft.ts'
import { FieldPlacementProvider, useForm } from '../formContext.ts'
import { RecordReport } from '../RecordReport.tsx'
import { ActionButton } from './ActionButton.tsx'
import { CopyableTexts } from './CopyableTexts.tsx'
import { FoldedLines } from './FoldedLines.tsx'
import { foldedLines } from './foldedLines.ts'
import { FormShownInPlace } from './ShownInPlace.tsx'

/** The content of each place, by field or list name. */
export type PartContents = ReadonlyMap<string, ReactNode>

/** The lines of one part: fields by their span of twelve columns, lists and notes over the whole width. */
export const FormPartBody = memo(function PartBody({
  part,
  contents,
}: {
  readonly part: PartView
  readonly contents: PartContents
}) {
  const { register } = useForm()
  const lines = (rows: PartView['rows']): ReactNode =>
    rows.map((row, at) => (
      // The definition's lines have no names and never move.
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <div key={at} className={lineClass(register, row)}>
        {row.map(item => (
          <Place key={keyOf(item)} part={part.id} item={item} content={contents.get(formItemName(item) ?? '')} />
        ))}
      </div>
    ))
  return foldedLines(part.rows).map(({ title, rows }) =>
    title === undefined ? (
      lines(rows)
    ) : (
      <FoldedLines key={title} title={title} rows={rows}>
        {lines(rows)}
      </FoldedLines>
    ),
  )
})

interface PlaceProps {
  readonly part: string
  readonly item: FormItem
  readonly content: ReactNode
}

/** A place without a field has no content, and is not drawn again when rjsf draws. */
const Place = memo(function Place({ part, item, content }: PlaceProps): ReactNode {
  const form = useForm()
  if ('note' in item) {
    return item.when === undefined ? <Note item={item} /> : <NoteWhile item={item} when={item.when} />
  }
  if ('action' in item && item.inPlace) {
    return (
      <div className="form-place">
        <FormShownInPlace id={item.action} open={item.inPlace === 'open'} />
      </div>
    )
  }
  if ('action' in item) {
    return (
      <div className="form-place has-span" style={spanned(4)}>
        <ActionButton id={item.action} />
      </div>
    )
  }
  if ('texts' in item) {
    return (
      <div className="form-place">
        <CopyableTexts {...item} />
      </div>
    )
  }
  if ('record' in item) {
    return (
      <div className="form-place">
        <LazyRecordFacts item={item} />
      </div>
    )
  }
  if ('report' in item) {
    return (
      <div className="form-place">
        <RecordReport report={item.report} values={item.values} follows={item.register} />
      </div>
    )
  }
  return (
    <FieldPlacementProvider value={{ part, item }}>
      <div {...partItemStyle(form.register, item)}>{content}</div>
    </FieldPlacementProvider>
  )
})

type NoteItem = Extract<FormItem, { note: string }>

function Note({ item }: { readonly item: NoteItem }) {
  const { say } = useForm()
  return (
    <div className="form-place">
      <Banner tone={item.tone ?? 'info'}>{say(item.note)}</Banner>
    </div>
  )
}

/** A note that follows what the record holds. */
function NoteWhile({ item, when }: { readonly item: NoteItem; readonly when: Expression }) {
  const { register, context, store } = useForm()
  const holds = (): boolean => context.evaluate(register, when, draftScope(store.shown(), context)) === true
  return useSyncExternalStore(store.subscribe, holds) ? <Note item={item} /> : null
}

const loadRecordFacts = () => loadWithRetry(() => import('../record/RecordFacts.tsx'))

function LazyRecordFacts({ item }: { readonly item: RecordFacts }) {
  const Shown = useLazyComponent(loadRecordFacts, true)
  return Shown ? <Shown item={item} /> : null
}

/** How much of its line a place takes. */
export function partItemStyle(register: Register, item: FormItem): { className: string; style?: CSSProperties } {
  if (!('field' in item)) return { className: 'form-place' }
  const toggle = holdsYesOrNo(fieldOf(register, item.field)) && item.variant !== 'radio'
  return { className: `form-place has-span${toggle ? ' is-toggle' : ''}`, style: spanned(item.span) }
}

const spanned = (span: number): CSSProperties & Readonly<Record<'--span', number>> => ({ '--span': span })

const keyOf = (item: FormItem): string =>
  formItemName(item) ??
  ('action' in item
    ? `!${item.action}`
    : 'note' in item
      ? item.note
      : 'texts' in item
        ? item.texts
        : 'report' in item
          ? item.report
          : 'record' in item
            ? `${item.record} facts`
            : 'fold' in item
              ? item.fold
              : '')

const lineClass = (register: Register, row: readonly FormItem[]): string =>
  row.every(item => 'field' in item && item.variant === 'chip')
    ? 'form-line are-chips'
    : isMixed(register, row)
      ? 'form-line is-mixed'
      : 'form-line'

function isMixed(register: Register, row: readonly FormItem[]): boolean {
  const switches = row.filter(item => 'field' in item && holdsYesOrNo(fieldOf(register, item.field)))
  return switches.length > 0 && switches.length < row.length
}
