import { Button } from '../../../controls/Button.tsx'
import { Dialog } from '../../../controls/overlays/Dialog.tsx'
import { Spinner } from '../../../controls/Spinner.tsx'
import { fallbackTexts } from '../fallbackTexts.ts'
import type { MessageProps, Question } from '../question.ts'

/** A question with its two answers. */
export function AskDialog({ question, close }: { readonly question: Question; close(answer: boolean): void }) {
  const { title, message, confirm, cancel = fallbackTexts.back, danger = false } = question
  const footer = (
    <>
      <Button onClick={() => close(false)} data-autofocus={danger || undefined}>
        {cancel}
      </Button>
      <Button look="solid" danger={danger} onClick={() => close(true)} data-autofocus={!danger || undefined}>
        {confirm}
      </Button>
    </>
  )
  return (
    <Dialog open role="alertdialog" title={title} closeLabel={fallbackTexts.close} onClose={() => close(false)} footer={footer}>
      {message}
    </Dialog>
  )
}

/** A message, with OK unless it asks to wait. */
export function MessageDialog({ title, message, waiting, close }: MessageProps) {
  const footer = waiting ? undefined : (
    <Button look="solid" onClick={close} data-autofocus>
      {fallbackTexts.ok}
    </Button>
  )
  return (
    <Dialog
      open
      role="alertdialog"
      title={title}
      closeLabel={waiting ? undefined : fallbackTexts.close}
      onClose={close}
      footer={footer}
    >
      <p style={{ display: 'flex', alignItems: 'center', gap: '0.75rem' }}>
        {waiting ? <Spinner size="1.25rem" label={fallbackTexts.loading} /> : null}
        {message}
      </p>
    </Dialog>
  )
}
