import { chakra } from '@chakra-ui/react/styled-system'
import { Lock } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Banner } from '../../controls/Banner.tsx'
import { Button } from '../../controls/Button.tsx'
import { Chip } from '../../controls/Chip.tsx'
import { fadingEdges, useScrollEdges } from '../../controls/useScrollEdges.ts'
import { asValue } from '../../kinds/asValue.ts'
import { KindCell } from '../../kinds/cells.ts'
import { isUploaded, kindByName, kindByName as kindOf } from '../../kinds/values.ts'
import type { ChildList, Field, FormItem, PartView, Register, RowDialogView } from '../../model/model.ts'
import { childListNamed, fieldOf, isSystemField } from '../../model/register.ts'
import { isUnset } from '../../model/validation/unsetValue.ts'
import type { WeekView } from '../../model/views/formView.ts'
import { useMay, useModel, useTranslate } from '../data/session.tsx'
import { PaperHead } from '../report/paper/PaperHead.tsx'
import { loadWithRetry } from '../ui/loadWithRetry.ts'
import { useSetPageTitle } from '../ui/pageTitle.ts'
import { useLazyComponent } from '../ui/useLazyComponent.ts'
import { weekTexts } from './children/week/weekLines.ts'
import { loadComments } from './discuss/loadComments.ts'
import { readableRecord } from './draft/computedFields.ts'
import { isConditionMet } from './draft/conditions.ts'
import type { FieldValues } from './draft/draftRows.ts'
import { isEmptyValue } from './draft/equal.ts'
import type { DraftContext } from './draft/recordDraft.ts'
import { loadHistoryPanel } from './history/loadHistoryPanel.ts'
import { DocumentBox } from './layout/PageBox.tsx'
import { RecordHeader, RecordMenu, StatusChips } from './layout/RecordHeader.tsx'
import { DocumentReport } from './RecordReport.tsx'
import { recordFieldText, recordTitle } from './record/recordTitle.ts'
import { useDocumentActions } from './useDocumentActions.tsx'
import { useFormExpressions } from './useFormExpressions.ts'
import '../report/report.css'

/** A record for reading: names and values as a document has them, empty ones left out of the way, no box that cannot be typed in. */
export function DocumentPage({
  register,
  record,
  reason,
  home,
}: {
  readonly register: Register
  readonly record: FieldValues
  readonly reason?: string | undefined
  /** Where a removal leads, if not to the register's list. */
  readonly home?: string | undefined
}) {
  const say = useTranslate()
  const may = useMay()
  const context = useFormExpressions()
  const title = recordTitle(register, record)
  useSetPageTitle(title)
  const [history, setHistory] = useState(false)
  const History = useLazyComponent(loadHistoryPanel, history, () => setHistory(false))
  const Comments = useLazyComponent(loadComments, register.discuss === true)
  const scope = readableRecord(register, record, context)
  const { entries, dialog, shown, button } = useDocumentActions(register, record, scope, { locked: reason !== undefined, home })
  const parts = register.views.form.parts.filter(
    part =>
      (part.gate === undefined || may(part.gate)) && isConditionMet(register, part.visibleWhen, scope, context.evaluate, true),
  )
  return (
    <DocumentBox>
      <PaperHead title={register.title} about="" />
      <RecordHeader
        title={title}
        code={recordFieldText(register, register.code, record)}
        chips={<StatusChips register={register} values={scope} />}
      >
        <Chip icon={<Lock aria-hidden />}>{say('read-only')}</Chip>
        <RecordMenu say={say} entries={entries} onHistory={() => setHistory(true)} />
      </RecordHeader>
      {history && History ? <History onClose={() => setHistory(false)} {...{ register, record }} /> : null}
      {reason ? (
        <chakra.div mb="4">
          <Banner tone="info">{reason}</Banner>
        </chakra.div>
      ) : null}
      <chakra.div display="flex" flexDirection="column" gap="4">
        {parts.map(part => (
          <Part key={part.id} part={part} titled={parts.length > 1} {...{ register, record: scope, context, shown, button }} />
        ))}
      </chakra.div>
      {Comments ? <Comments register={register} id={String(record.id)} /> : null}
      {dialog}
    </DocumentBox>
  )
}

interface PartProps {
  readonly part: PartView
  readonly titled: boolean
  readonly register: Register
  readonly record: FieldValues
  readonly context: DraftContext
  /** Rows that an action shows in place, by its id. */
  shown(action: string, open: boolean): ReactNode
  /** The button of an action, by its id. */
  button(action: string): ReactNode
}

const Values = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: '1fr', sm: 'repeat(auto-fill, minmax(13rem, 1fr))' },
    columnGap: '6',
    rowGap: '4',
    pb: '4',
  },
})

function Part({ part, titled, register, record, context, shown, button }: PartProps) {
  const say = useTranslate()
  const fields = part.rows.flat().flatMap((item: FormItem): Field[] => {
    const field = 'field' in item ? fieldOf(register, item.field) : undefined
    return field && !field.secret && isConditionMet(register, field.visibleWhen, record, context.evaluate, true) ? [field] : []
  })
  const said = part.titleFrom === undefined ? '' : context.evaluate(register, part.titleFrom, record)
  const title = typeof said === 'string' && said !== '' ? said : part.title
  // A note without a condition is for who fills the form in.
  const notes = part.rows
    .flat()
    .flatMap(item => ('note' in item && item.when && context.evaluate(register, item.when, record) === true ? [item] : []))
  const lists = part.rows.flat().flatMap(item => ('list' in item ? [item] : []))
  const buttons = part.rows.flat().flatMap(item => ('action' in item && !item.inPlace ? (button(item.action) ?? []) : []))
  const reports = part.rows.flat().flatMap(item => ('report' in item ? [item] : []))
  const inPlace = part.rows.flat().flatMap(item => ('action' in item && item.inPlace ? [item] : []))
  return (
    <section className="form-sheet">
      {titled ? (
        <chakra.h2 textStyle="section" mb="3">
          {title}
        </chakra.h2>
      ) : null}
      {notes.map(({ note, tone }) => (
        <chakra.div key={note} pb="4">
          <Banner tone={tone ?? 'info'}>{say(note)}</Banner>
        </chakra.div>
      ))}
      {fields.length > 0 ? (
        <Values>
          {fields.map(field => (
            <chakra.div key={field.name} minWidth="0" {...(isLong(field, record) ? { gridColumn: '1 / -1' } : {})}>
              <chakra.dt textStyle="note">{field.title}</chakra.dt>
              <chakra.dd overflowWrap="anywhere" whiteSpace="pre-line">
                <Shown field={field} record={record} />
              </chakra.dd>
            </chakra.div>
          ))}
        </Values>
      ) : null}
      {lists.map(({ list, ...shown }) => (
        <RowsTable
          key={list}
          name={list}
          titled={title}
          heading={titled ? 'h3' : 'h2'}
          {...{ ...shown, register, record, context }}
        />
      ))}
      {reports.map(item => (
        <chakra.div key={item.report} pb="4">
          <DocumentReport {...item} follows={item.register} {...{ register, record, context }} />
        </chakra.div>
      ))}
      {buttons.length > 0 ? (
        <chakra.div display="flex" flexWrap="wrap" gap="2" pb="4">
          {buttons}
        </chakra.div>
      ) : null}
      {inPlace.map(({ action, inPlace: how }) => (
        <chakra.div key={action} pb="4">
          {shown(action, how === 'open')}
        </chakra.div>
      ))}
    </section>
  )
}

function Shown({ field, record }: { readonly field: Field; readonly record: FieldValues }): ReactNode {
  const value = record[field.name]
  if (isUnset(field, value) || (isEmptyValue(value) && !kindByName(field.kind).alwaysSet))
    return <chakra.span color="fg.subtle">—</chakra.span>
  return <KindCell value={asValue(value)} field={field} row={record} title={field.title} />
}

const isLong = (field: Field, record: FieldValues): boolean =>
  isUploaded(field) || (kindByName(field.kind).words === true && String(record[field.name] ?? '').length > 60)

interface RowsProps {
  readonly register: Register
  readonly name: string
  /** The definition's columns; none: every field. */
  readonly columns: readonly string[]
  /** Code of the text that stands in place of rows. */
  readonly empty?: string
  /** Fields of a row that the table has no room for, which a button of it shows. */
  readonly dialog?: RowDialogView
  /** Rows are hours on days of the week, told in words. */
  readonly week?: WeekView
  /** One below the title over it. */
  readonly heading: 'h2' | 'h3'
  /** Title of the part that it stands in, which need not be said again. */
  readonly titled: string
  readonly record: FieldValues
  readonly context: DraftContext
}

/** Rows of a child list as a plain table. */
function RowsTable({ register, name, columns, empty = 'empty-list', dialog, week, heading, titled, record, context }: RowsProps) {
  const model = useModel()
  const say = useTranslate()
  const edges = useScrollEdges()
  const [opened, open] = useState<number>()
  const Reader = useLazyComponent(loadRowReader, opened !== undefined)
  const list = childListNamed(register, name)
  const child = list && model.registers[list.register]
  if (!list || !child) return null
  const fields = columns.length > 0 ? columns.flatMap(column => fieldOf(child, column) ?? []) : readFields(child, list)
  const rows: unknown = readableRecord(register, record, context)[name]
  const all: readonly FieldValues[] = Array.isArray(rows) ? rows : []
  return (
    <chakra.div pb="4">
      <chakra.h3 as={heading} textStyle="label" mb="1" {...(list.title === titled ? { srOnly: true } : {})}>
        {list.title}
      </chakra.h3>
      {all.length === 0 ? (
        <chakra.p color="fg.muted">{say(empty)}</chakra.p>
      ) : week ? (
        <ul>
          {weekTexts(all, week).map(text => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      ) : (
        <chakra.div
          ref={edges}
          role="group"
          aria-label={list.title}
          tabIndex={0}
          css={fadingEdges}
          overflowX="auto"
          borderWidth="1px"
          borderColor="border"
          borderRadius="md"
        >
          <Table>
            <thead>
              <tr>
                {fields.map(field => (
                  <chakra.th key={field.name} textAlign={kindOf(field.kind).align}>
                    {field.title}
                  </chakra.th>
                ))}
                {dialog ? <th>{say('actions')}</th> : null}
              </tr>
            </thead>
            <tbody>
              {all.map((row, at) => (
                <tr key={String(row.id)}>
                  {fields.map(field => (
                    <chakra.td key={field.name} textAlign={kindOf(field.kind).align}>
                      <Shown field={field} record={row} />
                    </chakra.td>
                  ))}
                  {dialog ? (
                    <td>
                      <Button size="sm" onClick={() => open(at)}>
                        {say(dialog.button)}
                      </Button>
                    </td>
                  ) : null}
                </tr>
              ))}
            </tbody>
          </Table>
        </chakra.div>
      )}
      {dialog && opened !== undefined && Reader ? (
        <Reader {...{ child, dialog }} rows={all} at={opened} title={list.title} onRow={open} onClose={() => open(undefined)} />
      ) : null}
    </chakra.div>
  )
}

const loadRowReader = () => loadWithRetry(() => import('./document/RowReader.tsx'))

const readFields = (child: Register, list: ChildList): Field[] =>
  child.fields.filter(field => !isSystemField(field.name) && field.name !== list.by && field.name !== list.order && !field.secret)

const Table = chakra('table', {
  base: {
    width: '100%',
    textStyle: 'table',
    fontVariantNumeric: 'tabular-nums',
    '& th': { px: '3', py: '2', color: 'fg.muted', fontWeight: 'medium', bg: 'bg.subtle', whiteSpace: 'nowrap' },
    '& td': { px: '3', py: '2', borderTopWidth: '1px', borderColor: 'border.muted' },
  },
})
