import { chakra } from '@chakra-ui/react/styled-system'
import { useState } from 'react'
import { Banner } from '../../../controls/Banner.tsx'
import { Button } from '../../../controls/Button.tsx'
import { Chip } from '../../../controls/Chip.tsx'
import { Dialog } from '../../../controls/overlays/Dialog.tsx'
import { useConnectionStatus } from '../../data/connectionStatus.ts'
import { useModel, useTranslate } from '../../data/session.tsx'
import { flushOutbox, removeFromOutbox, useOutbox } from '../../offline/outbox.ts'
import type { OutboxEntry } from '../../offline/outboxEntry.ts'
import { RouterLink } from '../../router/RouterLink.tsx'
import { dialogs } from '../../ui/dialogs.tsx'

/** The server is away, or saves wait or came back refused: a band over the page says so and shows which. */
export default function ConnectionBanner() {
  const say = useTranslate()
  const { connection } = useConnectionStatus()
  const entries = useOutbox()
  const [open, setOpen] = useState(false)
  const waiting = entries.filter(one => !one.refused).length
  const refused = entries.length - waiting
  if (connection === 'up' && entries.length === 0) return null
  const counts = [
    ...(waiting > 0 ? [say('work.pending', { count: waiting })] : []),
    ...(refused > 0 ? [say('work.refused', { count: refused })] : []),
  ].join(' · ')
  const down = connection === 'down'
  return (
    <chakra.div px={{ base: '2', md: '4' }} pt="2" flexShrink={0} css={{ '@media print': { display: 'none' } }}>
      <Banner
        tone={refused > 0 && !down ? 'danger' : 'warning'}
        title={down ? say('work.offline') : counts}
        actions={
          <>
            {entries.length > 0 ? (
              <Button size="sm" onClick={() => setOpen(true)}>
                {say('work.pending-show')}
              </Button>
            ) : null}
            {down ? (
              <Button size="sm" look="ghost" onClick={flushOutbox}>
                {say('retry')}
              </Button>
            ) : null}
          </>
        }
      >
        {down ? [say('work.offline-text'), counts].filter(Boolean).join(' ') : null}
      </Banner>
      <Dialog open={open && entries.length > 0} size="md" title={counts} closeLabel={say('close')} onClose={() => setOpen(false)}>
        <chakra.ul listStyleType="none" display="flex" flexDirection="column" gap="3">
          {entries.map(entry => (
            <Line key={entry.key} entry={entry} close={() => setOpen(false)} />
          ))}
        </chakra.ul>
      </Dialog>
    </chakra.div>
  )
}

function Line({ entry, close }: { readonly entry: OutboxEntry; close(): void }) {
  const say = useTranslate()
  const model = useModel()
  const { refused, page, title } = entry
  const name = [model.registers[entry.register]?.title, title].filter(Boolean).join(': ')
  const giveUp = async (): Promise<void> => {
    const message = say('work.give-up-question')
    const yes = await dialogs.confirm({ title: name, message, confirm: say('work.give-up'), cancel: say('back'), danger: true })
    if (yes) removeFromOutbox(entry.key)
  }
  return (
    <chakra.li display="flex" alignItems="baseline" gap="2" flexWrap="wrap">
      <chakra.span flex="1" minWidth="0" overflowWrap="anywhere">
        {page ? (
          <RouterLink to={page} onClick={close} style={{ textDecoration: 'underline' }}>
            {name}
          </RouterLink>
        ) : (
          name
        )}
        {refused ? (
          <chakra.span display="block" textStyle="note">
            {refused.message}
          </chakra.span>
        ) : null}
      </chakra.span>
      <Chip tone={refused ? 'danger' : 'warning'}>{say(refused ? 'work.state-refused' : 'work.state-waiting')}</Chip>
      <Button size="sm" look="ghost" danger onClick={() => void giveUp()}>
        {say('work.give-up')}
      </Button>
    </chakra.li>
  )
}
