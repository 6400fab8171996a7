import { chakra } from '@chakra-ui/react/styled-system'
import { Banner } from '../../../controls/Banner.tsx'
import { Button } from '../../../controls/Button.tsx'
import { Dialog } from '../../../controls/overlays/Dialog.tsx'
import { Spinner } from '../../../controls/Spinner.tsx'
import type { ActionDialogProps } from '../actionDialog.ts'
import { useDialogClose } from '../ask/useDialogClose.ts'
import { RowsGrid } from './RowsGrid.tsx'
import { useRowEdits } from './useRowEdits.ts'

/** Rows of a call's reply that are typed over; what changed is sent by one call. */
export default function RowsDialog(props: ActionDialogProps) {
  const { action, tools, onClose } = props
  const { say } = tools
  const view = 'show' in action.does ? action.does.show : undefined
  if (!view?.edit) throw new Error(`the action ${action.id} has nothing to type over`)
  const edits = useRowEdits(props, view.edit, view.columns)
  const { rows, changed, busy, failure, problems } = edits
  const close = useDialogClose(changed.length > 0, busy, props)
  const title = view.title ?? action.title
  const send = async (): Promise<void> => {
    if (await edits.send()) onClose(true)
  }
  const empty = rows?.length === 0
  return (
    <Dialog
      open
      size="xl"
      title={title}
      closeLabel={say('close')}
      onClose={close}
      footer={
        <>
          <Button disabled={busy} onClick={close}>
            {say(empty ? 'close' : 'back')}
          </Button>
          {empty ? null : (
            <Button look="solid" busy={busy} disabled={changed.length === 0 || problems.size > 0} onClick={() => void send()}>
              {say('sheet.send', { count: changed.length })}
            </Button>
          )}
        </>
      }
    >
      {failure === undefined ? null : (
        <chakra.div mb="3">
          <Banner tone="danger" {...(rows ? {} : { actions: <Button onClick={() => void edits.load()}>{say('retry')}</Button> })}>
            {failure}
          </Banner>
        </chakra.div>
      )}
      {rows ? (
        <RowsGrid title={title} view={view} edit={view.edit} rows={rows} edits={edits} tools={tools} />
      ) : failure === undefined ? (
        <chakra.div display="grid" placeItems="center" minHeight="12rem">
          <Spinner size="1.5rem" label={say('loading')} />
        </chakra.div>
      ) : null}
    </Dialog>
  )
}
