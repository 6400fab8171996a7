import { useState } from 'react'
import { Button } from '../../../controls/Button.tsx'
import { showToast } from '../../../controls/overlays/toasts.ts'
import type { RowAct } from '../../../model/action.ts'
import type { Translate } from '../../../model/formatMessage.ts'
import type { CallSpec } from '../../../model/model.ts'
import { failureText } from '../failureText.ts'
import type { ShownGroup } from './shownGroups.ts'

type Row = ShownGroup['rows'][number]

interface Props {
  readonly act: RowAct
  readonly row: Row
  readonly say: Translate
  send(call: CallSpec, row: Row): Promise<unknown>
  tell(title: string, row: Row): unknown
  done(): void
}

/** The button of a shown row: makes its call, then the rows are loaded anew. */
export function RowButton({ act, row, say, send, tell, done }: Props) {
  const [busy, setBusy] = useState(false)
  const run = async (): Promise<void> => {
    setBusy(true)
    try {
      await send(act.call, row)
      if (act.success) showToast({ text: say(act.success) })
      done()
    } catch (error) {
      showToast({ tone: 'danger', text: failureText(say(act.failure), error instanceof Error ? error.message : '') })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="sm" busy={busy} onClick={() => void run()}>
      {String(tell(act.title, row) ?? '')}
    </Button>
  )
}
