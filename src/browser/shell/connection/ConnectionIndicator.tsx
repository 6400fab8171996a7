import { Check, CloudOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Chip } from '../../../controls/Chip.tsx'
import { Spinner } from '../../../controls/Spinner.tsx'
import { useBackgroundJobs } from '../../data/backgroundJobs.ts'
import { useConnectionStatus } from '../../data/connectionStatus.ts'
import { afterPaint } from '../../data/first/afterPaint.ts'
import { useTranslate } from '../../data/session.tsx'
import { RouterLink } from '../../router/RouterLink.tsx'

/** Connection and saving, in a word: quiet while there is nothing to say. */
export function ConnectionIndicator() {
  const say = useTranslate()
  const { connection, saving, refused } = useConnectionStatus()
  const saved = useJustSaved(saving, refused)
  const lasting = useLasting(saving > 0)
  const [running] = useBackgroundJobs()
  return (
    <span role="status" className="top-state">
      {connection === 'down' ? (
        <Chip tone="warning" icon={<CloudOff aria-hidden />} title={say('connection-down')}>
          {say('work.offline-short')}
        </Chip>
      ) : null}
      {running ? (
        <RouterLink to={running.path} title={running.title}>
          <Chip tone="info" icon={<Spinner />}>
            {say('import.running', { percent: Math.floor((running.done / Math.max(1, running.total)) * 100) })}
          </Chip>
        </RouterLink>
      ) : null}
      {connection === 'up' && lasting && !running ? <Chip icon={<Spinner />}>{say('saving')}</Chip> : null}
      {connection === 'up' && saved && !running ? (
        <Chip tone="positive" icon={<Check aria-hidden />}>
          {say('frame.saved')}
        </Chip>
      ) : null}
    </span>
  )
}

/** Milliseconds under which a save is over before one could read that it is under way. */
const blink = 250

/** True once it has gone on for a while. */
function useLasting(on: boolean): boolean {
  const [lasting, setLasting] = useState(false)
  useEffect(() => {
    if (!on) return setLasting(false)
    const timer = setTimeout(() => setLasting(true), blink)
    return () => clearTimeout(timer)
  }, [on])
  return on && lasting
}

/** True for two seconds after the last save ended well, from when what was saved is on screen. */
function useJustSaved(saving: number, refused: boolean): boolean {
  const before = useRef(saving)
  const [saved, setSaved] = useState(false)
  useEffect(() => {
    const ended = before.current > 0 && saving === 0 && !refused
    before.current = saving
    if (!ended) return setSaved(false)
    let current = true
    afterPaint(() => current && setSaved(true))
    return () => {
      current = false
    }
  }, [saving, refused])
  useEffect(() => {
    if (!saved) return
    const timer = setTimeout(() => setSaved(false), 2_000)
    return () => clearTimeout(timer)
  }, [saved])
  return saved
}
