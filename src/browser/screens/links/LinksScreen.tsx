import { chakra } from '@chakra-ui/react/styled-system'
import { Store } from 'lucide-react'
import { useState } from 'react'
import useSWR from 'swr'
import { recordsIn } from '../../../base/record.ts'
import { Banner } from '../../../controls/Banner.tsx'
import { Button } from '../../../controls/Button.tsx'
import { EmptyState } from '../../../controls/EmptyState.tsx'
import { Switch } from '../../../controls/fields/Switch.tsx'
import { showToast } from '../../../controls/overlays/toasts.ts'
import { Skeleton } from '../../../controls/Skeleton.tsx'
import { valueText } from '../../../kinds/valueText.ts'
import type { Screen } from '../../../model/model.ts'
import type { LinksView } from '../../../model/screen.ts'
import { failureText } from '../../actions/failureText.ts'
import { runCallSpec } from '../../actions/perform/runCallSpec.ts'
import { cacheScope } from '../../data/caches.ts'
import { useRows } from '../../data/registerRows.ts'
import { useMay, useRegister, useTranslate } from '../../data/session.tsx'
import { useExpressions } from '../../data/useExpressions.ts'
import { removeRecord, saveRecord } from '../../offline/saveRecords.ts'
import { ScreenHead } from '../ScreenHead.tsx'
import { useLeastLoading } from '../states/leastTime.ts'

interface Props {
  readonly screen: Screen
  readonly links: LinksView
}

type Item = Readonly<Record<string, unknown>>

/** Lists the records that can be linked with the store, each with a switch: switched on the link is made, switched off it is removed. */
export default function LinksScreen({ screen, links }: Props) {
  const say = useTranslate()
  const evaluate = useExpressions('', [])
  const items = useSWR<readonly Item[], Error>(['links', screen.name, cacheScope()], async () =>
    recordsIn(await runCallSpec(links.load, {}, evaluate)),
  )
  const rows = useRows(links.register, { limit: 10_000, fields: ['id', links.field] })
  const error = items.error ?? rows.error
  const waiting = useLeastLoading(items.data === undefined || rows.loading, error !== undefined, screen.loading)
  const again = (): void => {
    void items.mutate()
    rows.reload()
  }
  const linkOf = (item: Item) => rows.rows.find(row => String(row[links.field]) === String(item[links.key]))
  return (
    <chakra.div width="100%" maxWidth="44rem" p={{ base: '4', md: '6' }}>
      <ScreenHead screen={screen} />
      {error ? (
        <Banner tone="danger" actions={<Button onClick={again}>{say('retry')}</Button>}>
          {failureText(say(links.failure), error.message)}
        </Banner>
      ) : waiting ? (
        <div aria-busy>
          <Skeleton height="10rem" radius="0.625rem" />
        </div>
      ) : items.data?.length === 0 ? (
        <EmptyState icon={<Store />} title={say(links.empty)} />
      ) : (
        <chakra.ul listStyleType="none" bg="bg.panel" borderWidth="1px" borderColor="border" borderRadius="lg">
          {items.data?.map(item => (
            <OneItem key={String(item[links.key])} links={links} item={item} link={linkOf(item)?.id} />
          ))}
        </chakra.ul>
      )}
    </chakra.div>
  )
}

interface ItemProps {
  readonly links: LinksView
  readonly item: Item
  /** Key of the row that links it. */
  readonly link: string | number | undefined
}

function OneItem({ links, item, link }: ItemProps) {
  const say = useTranslate()
  const may = useMay()
  const register = useRegister(links.register)
  const [wanted, setWanted] = useState<boolean>()
  const id = `ligar-${item[links.key]}`
  const toggle = async (on: boolean): Promise<void> => {
    setWanted(on)
    try {
      if (on) await saveRecord(links.register, { [links.field]: item[links.key] })
      else if (link !== undefined) await removeRecord(links.register, link)
    } catch (problem) {
      const reason = problem instanceof Error ? problem.message : ''
      showToast({ tone: 'danger', text: failureText(say(links.saveFailure), reason) })
    } finally {
      setWanted(undefined)
    }
  }
  const act = link === undefined ? register?.access.create : register?.access.remove
  const texts = links.fields.flatMap(field => {
    const text = field.name === links.title ? '' : valueText(item[field.name], field)
    return text === '' ? [] : [text]
  })
  const title = links.fields.find(({ name }) => name === links.title)
  return (
    <chakra.li
      display="flex"
      alignItems="center"
      gap="3"
      px="4"
      py="3"
      minHeight="3.5rem"
      borderTopWidth="1px"
      borderColor="border.muted"
      _first={{ borderTopWidth: '0' }}
    >
      <chakra.label htmlFor={id} flex="1" minWidth="0" cursor="pointer">
        <chakra.span display="block" fontWeight="500" overflowWrap="anywhere">
          {title ? valueText(item[links.title], title) : ''}
        </chakra.span>
        {texts.length > 0 ? <chakra.span textStyle="note">{texts.join(' · ')}</chakra.span> : null}
      </chakra.label>
      <Switch
        id={id}
        checked={wanted ?? link !== undefined}
        busy={wanted !== undefined}
        disabled={!may(act)}
        onChange={on => void toggle(on)}
      />
    </chakra.li>
  )
}
