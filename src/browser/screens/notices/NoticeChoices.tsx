import { chakra } from '@chakra-ui/react/styled-system'
import { useId, useState } from 'react'
import type { NoticeChoiceItem } from '../../../api/notice.ts'
import { Banner } from '../../../controls/Banner.tsx'
import { Switch } from '../../../controls/fields/Switch.tsx'
import { showToast } from '../../../controls/overlays/toasts.ts'
import { Skeleton } from '../../../controls/Skeleton.tsx'
import { useTranslate } from '../../data/session.tsx'
import { keepNoticeChoice, useNoticeChoices } from '../../shell/notices/noticeCalls.ts'
import { ScreenLine, ScreenLines } from '../ScreenLine.tsx'

const ways = [
  { way: 'app', code: 'notice.app' },
  { way: 'email', code: 'notice.mail' },
  { way: 'push', code: 'notice.push' },
] as const

type Way = (typeof ways)[number]['way']

/** A choice with one way on or off: whoever is told elsewhere is told in the product, too. */
const withWay = (choice: NoticeChoiceItem, way: Way, on: boolean): NoticeChoiceItem => {
  if (way === 'app' && !on) return { ...choice, app: false, email: false, push: false }
  return { ...choice, ...(on ? { app: true } : {}), [way]: on }
}

/** Of what one wants to be told, and where: kept with each press. */
export function NoticeChoices() {
  const say = useTranslate()
  const { data, error, mutate } = useNoticeChoices()
  const keep = async (next: NoticeChoiceItem): Promise<void> => {
    if (!data) return
    const escolhas = data.escolhas.map(one => (one.nome === next.nome ? next : one))
    try {
      await keepNoticeChoice(next)
      await mutate({ ...data, escolhas }, { revalidate: false })
    } catch (reason) {
      showToast({ tone: 'danger', text: reason instanceof Error ? reason.message : say('notice.choice-failed') })
    }
  }
  return (
    <>
      <chakra.p textStyle="note" mb="2">
        {say('notice.mail-help')}
      </chakra.p>
      {error && !data ? (
        <Banner tone="danger" title={say('load-failed')}>
          {error.message}
        </Banner>
      ) : null}
      {data || error ? null : <Skeleton height="12rem" />}
      {data ? (
        <ScreenLines>
          {data.escolhas.map(choice => (
            <ScreenLine key={choice.nome} title={choice.titulo} notes={choice.ajuda ? [choice.ajuda] : []}>
              {ways.map(({ way, code }) => (
                <WaySwitch key={way} choice={choice} way={way} label={say(code)} keep={keep} />
              ))}
            </ScreenLine>
          ))}
        </ScreenLines>
      ) : null}
    </>
  )
}

interface WayProps {
  readonly choice: NoticeChoiceItem
  readonly way: Way
  readonly label: string
  keep(next: NoticeChoiceItem): Promise<void>
}

function WaySwitch({ choice, way, label, keep }: WayProps) {
  const say = useTranslate()
  const [busy, setBusy] = useState(false)
  const id = useId()
  return (
    <chakra.span display="inline-flex" alignItems="center" gap="2" minHeight="2.75rem">
      <Switch
        id={id}
        aria-label={say('notice.choice-of', { title: choice.titulo, way: label })}
        checked={choice[way]}
        busy={busy}
        onChange={on => {
          setBusy(true)
          void keep(withWay(choice, way, on)).finally(() => setBusy(false))
        }}
      />
      <label htmlFor={id}>{label}</label>
    </chakra.span>
  )
}
