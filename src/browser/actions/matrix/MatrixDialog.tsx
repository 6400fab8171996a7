import { chakra } from '@chakra-ui/react/styled-system'
import { useState } from 'react'
import { Banner } from '../../../controls/Banner.tsx'
import { Button } from '../../../controls/Button.tsx'
import { Dialog } from '../../../controls/overlays/Dialog.tsx'
import { showToast } from '../../../controls/overlays/toasts.ts'
import { Pager } from '../../../controls/Pager.tsx'
import { ProgressBar } from '../../../controls/ProgressBar.tsx'
import { Spinner } from '../../../controls/Spinner.tsx'
import type { MatrixView } from '../../../model/action.ts'
import type { Translate } from '../../../model/formatMessage.ts'
import { CallError } from '../../data/api.ts'
import { useDialogs } from '../../ui/dialogs.tsx'
import type { ActionDialogProps } from '../actionDialog.ts'
import { useDialogClose } from '../ask/useDialogClose.ts'
import { MatrixGrid } from './MatrixGrid.tsx'
import { type ChangedCell, isClosed, type Matrix, withRowValues } from './matrix.ts'
import { undoInStores } from './undoInStores.ts'
import { useMatrix } from './useMatrix.ts'

const sendText = (count: number, say: Translate): string => say('matrix.send', { count })

/** A table of values, typed over those that exist. Only what changed is sent. */
export default function MatrixDialog(props: ActionDialogProps) {
  const { action, tools, ids, onClose } = props
  const { say } = tools
  const { alert } = useDialogs()
  if (!('matrix' in action.does)) throw new Error(`the action ${action.id} has no matrix`)
  const view = action.does.matrix
  const unloaded = (error: unknown): void => {
    onClose(false)
    // The server explains its refusals; other failures are told by the definition's text.
    const known = error instanceof CallError && error.status < 500 && error.status > 0
    void alert(known ? error.message : say(view.failure ?? 'load-failed'))
  }
  const work = useMatrix(view, tools, ids, unloaded)
  const { matrix, changed, sending } = work
  const close = useDialogClose(changed.length > 0, sending !== undefined, props)
  const pages = usePages(view.pageSizes[0])

  const send = async (): Promise<void> => {
    const { length } = changed
    const stores = columnsOf(view, changed)
    const sent = await work.send()
    if (sent === undefined) return
    const text = say(action.success ?? 'changed-many', { count: length })
    showToast(stores.length > 0 ? { text, undo: () => void undoInStores(say, sent, stores) } : { text })
    onClose(true)
  }
  const level = view.rows.value
  const equalise = (matrix: Matrix, member: string): void => {
    work.put(withRowValues(matrix, work.typed, member))
    // Only who has the record can be made equal: the others are told, since nothing happens in their cells.
    const absent = matrix.rows.length * matrix.columns.length - matrix.cells.size
    const closed = [...matrix.cells.keys()].filter(key => isClosed(matrix, key)).length
    if (absent > 0) showToast({ tone: 'info', text: say('matrix.level-absent', { count: absent }) })
    if (closed > 0) showToast({ tone: 'warning', text: say('matrix.level-closed', { count: closed }) })
  }
  return (
    <Dialog
      open
      size="xl"
      title={view.title}
      closeLabel={say('close')}
      onClose={close}
      footer={
        <>
          {matrix && level !== undefined && (
            <Button marginInlineEnd="auto" disabled={sending !== undefined} onClick={() => equalise(matrix, level)}>
              {view.rows.level ?? say('matrix.level', { title: view.rows.valueTitle ?? '' })}
            </Button>
          )}
          <Button disabled={sending !== undefined} onClick={close}>
            {say('back')}
          </Button>
          <Button look="solid" disabled={changed.length === 0 || sending !== undefined} onClick={() => void send()}>
            {sendText(changed.length, say)}
          </Button>
        </>
      }
    >
      {work.refused !== undefined && <Refused title={say(action.failure ?? 'save-failed')} reason={work.refused} />}
      {matrix ? (
        <MatrixGrid view={view} tools={tools} matrix={matrix} work={work} page={pages.page} perPage={pages.perPage} />
      ) : (
        <Loading label={say('loading')} />
      )}
      {sending ? (
        <Sending {...sending} say={say} />
      ) : (
        matrix &&
        matrix.rows.length > Math.min(...view.pageSizes) && (
          <chakra.div mt="2" display="flex" justifyContent="flex-end">
            <Pager {...pages} count={matrix.rows.length} sizes={view.pageSizes} />
          </chakra.div>
        )
      )}
    </Dialog>
  )
}

/** Stores whose records were changed, where the columns are stores: what was done is taken back in each. */
function columnsOf(view: MatrixView, changed: readonly ChangedCell[]): readonly number[] {
  return view.columns.stores ? [...new Set(changed.map(({ column }) => Number(column.key)))] : []
}

/** Which rows are shown; another number of them begins at the first. */
function usePages(size = 10) {
  const [page, onPage] = useState(1)
  const [perPage, setPerPage] = useState(size)
  const onPerPage = (next: number): void => {
    setPerPage(next)
    onPage(1)
  }
  return { page, perPage, onPage, onPerPage }
}

/** Why nothing was sent. */
function Refused({ title, reason }: { readonly title: string; readonly reason: string }) {
  return (
    <chakra.div mb="3">
      <Banner tone="danger" title={title}>
        {reason}
      </Banner>
    </chakra.div>
  )
}

interface SendingProps {
  readonly done: number
  readonly count: number
  readonly say: Translate
}

/** How far the sending is. */
function Sending({ done, count, say }: SendingProps) {
  const text = say('matrix.sending', { done, count })
  return (
    <chakra.div mt="3" display="grid" gap="1.5" role="status">
      {text}
      <ProgressBar value={done / count} label={text} />
    </chakra.div>
  )
}

/** As high as a small matrix, so that the dialog does not jump. */
function Loading({ label }: { readonly label: string }) {
  return (
    <chakra.div display="grid" placeItems="center" minHeight="12rem">
      <Spinner size="1.5rem" label={label} />
    </chakra.div>
  )
}
