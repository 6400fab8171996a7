import { chakra } from '@chakra-ui/react/styled-system'
import { type KeyboardEvent, useId, useState } from 'react'
import { createPortal } from 'react-dom'
import { Dialog } from '../../../../controls/overlays/Dialog.tsx'
import { Tabs, tabPanel } from '../../../../controls/Tabs.tsx'
import { fieldOf } from '../../../../model/register.ts'
import { type DraftRow, remainingRows } from '../../draft/draftRows.ts'
import { useForm, useFormState } from '../../formContext.ts'
import { RowSteps } from '../../layout/RowSteps.tsx'
import { RowField } from './RowField.tsx'
import type { RowDialogProps } from './rowDialogProps.ts'

/** Fields of one row in tabs, over the form; from here one goes on to the next row, in the same tab. */
export default function RowDialog(props: RowDialogProps) {
  const { list, row } = props
  const rows = remainingRows(useFormState(state => state.lists[list.name]?.rows) ?? [])
  const at = rows.findIndex(({ key }) => key === row)
  const found = rows[at]
  // Outside of the form's own element: Enter in a field must not save the record.
  return found ? createPortal(<Opened {...props} rows={rows} at={at} found={found} />, document.body) : null
}

interface OpenedProps extends RowDialogProps {
  readonly rows: readonly DraftRow[]
  readonly at: number
  readonly found: DraftRow
}

const stepKeys = { before: 'Alt+PageUp', after: 'Alt+PageDown' }

function Opened(props: OpenedProps) {
  const { list, child, dialog, rows, at, found, onRow, onClose } = props
  const { say, context, store } = useForm()
  const named = dialog.title && context.evaluate(child, dialog.title, { ...found.values, parent: store.shown().values })
  const go = (by: -1 | 1): void => {
    const next = rows[at + by]
    if (!next) return
    // A letter that waits for its frame belongs to this row.
    store.draft()
    onRow(next.key)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    // Keys of the dialog are none of the list behind it, whose React tree it stands in.
    event.stopPropagation()
    if (!event.altKey || (event.key !== 'PageDown' && event.key !== 'PageUp')) return
    event.preventDefault()
    go(event.key === 'PageDown' ? 1 : -1)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears what its fields are told
    <div onKeyDown={onKeyDown} onBlur={event => event.stopPropagation()}>
      <Dialog
        open
        size="md"
        title={typeof named === 'string' && named !== '' ? named : list.title}
        closeLabel={say('close')}
        onClose={onClose}
        footer={<RowSteps at={at} count={rows.length} keys={stepKeys} onStep={go} />}
      >
        <Parts {...props} />
      </Dialog>
    </div>
  )
}

/** The tabs and the lines of the open one. */
function Parts({ list, child, place, dialog, locked, commands, found }: OpenedProps) {
  const { say } = useForm()
  const id = useId()
  const [part, setPart] = useState(dialog.parts[0]?.id ?? '')
  const problems = useFormState(state => state.lists[list.name]?.problems)
  const tabs = dialog.parts.map(one => ({
    id: one.id,
    title: one.title,
    problems: one.rows.flat().filter(name => problems?.[`${found.key}.${name}`]).length,
  }))
  const open = dialog.parts.find(one => one.id === part)
  return (
    <>
      <Tabs
        id={id}
        label={list.title}
        tabs={tabs}
        value={part}
        problemsLabel={count => say('problems', { count })}
        onChange={setPart}
      />
      <chakra.div {...tabPanel(id, part)} display="flex" flexDirection="column" gap="3" pt="4" minHeight="16rem">
        {open?.rows.map(line => (
          <chakra.div
            key={line.join()}
            display="grid"
            gap="3"
            alignItems="start"
            gridTemplateColumns={{ base: '1fr', sm: `repeat(${line.length}, minmax(0, 1fr))` }}
          >
            {line.map(name => {
              const field = fieldOf(child, name)
              return field ? (
                <RowField key={`${found.key} ${name}`} row={found} {...{ list, child, field, place, locked, commands }} />
              ) : null
            })}
          </chakra.div>
        ))}
      </chakra.div>
    </>
  )
}
