import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../controls/Button.tsx'
import { Dialog } from '../../../controls/overlays/Dialog.tsx'
import type { ScreenAfter } from '../../../model/screen.ts'
import { useTranslate } from '../../data/session.tsx'

/** Seconds that it stays where the definition does not say. */
const usual = 5

interface Props {
  readonly title: string
  readonly after: ScreenAfter
  onClose(): void
}

/** Confirms that a form above the pages was sent; goes by itself. */
export function OverlayDone({ title, after, onClose }: Props) {
  const say = useTranslate()
  const [left, setLeft] = useState(after.seconds ?? usual)
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    const timer = setInterval(() => setLeft(seconds => seconds - 1), 1000)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    if (left <= 0) close.current()
  }, [left])
  return (
    <Dialog
      open
      size="sm"
      title={title}
      closeLabel={say('close')}
      onClose={onClose}
      footer={<Button onClick={onClose}>{after.button}</Button>}
    >
      {after.text ? <p>{say(after.text)}</p> : null}
      <p style={{ fontVariantNumeric: 'tabular-nums' }}>{say('closing', { seconds: Math.max(0, left) })}</p>
    </Dialog>
  )
}
