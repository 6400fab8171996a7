import { useEffect, useRef, useState } from 'react'
import { useTranslate } from '../../browser/plugin.ts'
import { Button } from '../../controls/Button.tsx'
import { Dialog } from '../../controls/overlays/Dialog.tsx'

/** Seconds that the thanks stay. */
const stay = 5

/** Thanks for an answer; goes by itself. */
export function Thanks({ onClose }: { onClose(): void }) {
  const say = useTranslate()
  const [left, setLeft] = useState(stay)
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
      title={say('survey.thanks')}
      closeLabel={say('close')}
      onClose={onClose}
      footer={<Button onClick={onClose}>{say('close')}</Button>}
    >
      <p>{say('survey.thanks-text')}</p>
      <p style={{ fontVariantNumeric: 'tabular-nums' }}>{say('survey.closing', { seconds: Math.max(0, left) })}</p>
    </Dialog>
  )
}
