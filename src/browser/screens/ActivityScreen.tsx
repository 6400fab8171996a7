import { chakra } from '@chakra-ui/react/styled-system'
import { History, Undo2 } from 'lucide-react'
import { useRef, useState } from 'react'
import useSWRInfinite from 'swr/infinite'
import type { ActivityEntry, UndoReply } from '../../api/activity.ts'
import { Banner } from '../../controls/Banner.tsx'
import { Button } from '../../controls/Button.tsx'
import { Chip } from '../../controls/Chip.tsx'
import { EmptyState } from '../../controls/EmptyState.tsx'
import { Checkbox } from '../../controls/fields/Checkbox.tsx'
import { Skeleton } from '../../controls/Skeleton.tsx'
import type { Screen } from '../../model/model.ts'
import { type CallError, call } from '../data/api.ts'
import { cacheScope } from '../data/caches.ts'
import { useTranslate } from '../data/session.tsx'
import { dateTimeText } from '../ui/dateTimeText.ts'
import { undoWithToast } from '../ui/undoToast.ts'
import { BackgroundJobList } from './BackgroundJobList.tsx'
import { ScreenHead } from './ScreenHead.tsx'
import { ScreenLine, ScreenLines } from './ScreenLine.tsx'

const page = 20
/** How often the page looks for what came since; an import that runs is seen growing. */
const rhythm = 4_000

/** Lists the actions of people, how much they touched, and the way back for a day. */
export default function ActivityScreen({ screen }: { readonly screen: Screen }) {
  const say = useTranslate()
  const [mine, setMine] = useState(false)
  const [kept, setKept] = useState<UndoReply>()
  const { data, error, isLoading, size, setSize, mutate } = useSWRInfinite<{ rows: ActivityEntry[]; count: number }, CallError>(
    at => ['activity', cacheScope(), mine, at],
    async ([, , own, at]: [string, number | undefined, boolean, number]) => {
      const query = { skip: at * page, limit: page, ...(own ? { usuario: 'eu' } : {}) }
      const { data: rows, count } = await call<ActivityEntry[]>('GET', 'atividade', { query })
      return { rows, count: count ?? rows.length }
    },
    { refreshInterval: rhythm, revalidateFirstPage: true, keepPreviousData: true },
  )
  const rows = data?.flatMap(one => one.rows) ?? []
  const takeBack = async (id: string): Promise<void> => {
    const done = await undoWithToast(say, id)
    setKept(done && done.recusados.length > 0 ? done : undefined)
    await mutate()
  }
  return (
    <chakra.div width="100%" maxWidth="60rem" mx="auto" p={{ base: '4', md: '6' }}>
      <ScreenHead screen={screen} />
      <chakra.div mb="4">
        <Checkbox label={say('work.mine')} checked={mine} onChange={setMine} />
      </chakra.div>
      {kept ? <Kept done={kept} close={() => setKept(undefined)} /> : null}
      <BackgroundJobList />
      {error ? (
        <Banner tone="danger" title={say('load-failed')}>
          {error.message}
        </Banner>
      ) : null}
      {isLoading ? (
        <div aria-busy>
          <Skeleton height="12rem" />
        </div>
      ) : null}
      {data && rows.length === 0 ? <EmptyState icon={<History />} title={say('work.activity-empty')} /> : null}
      {rows.length > 0 ? (
        <ScreenLines as="ol">
          {rows.map(done => (
            <Line key={done.id} done={done} takeBack={takeBack} />
          ))}
        </ScreenLines>
      ) : null}
      {rows.length < (data?.[0]?.count ?? 0) ? (
        <Button mt="4" onClick={() => void setSize(size + 1)}>
          {say('work.more')}
        </Button>
      ) : null}
    </chakra.div>
  )
}

interface LineProps {
  readonly done: ActivityEntry
  takeBack(id: string): Promise<void>
}

function Line({ done, takeBack }: LineProps) {
  const say = useTranslate()
  const [busy, setBusy] = useState(false)
  const line = useRef<HTMLLIElement>(null)
  const act = async (): Promise<void> => {
    setBusy(true)
    await takeBack(done.id)
    setBusy(false)
    // The button went with what it did: the keyboard stays where it was.
    if (document.activeElement === document.body) line.current?.focus()
  }
  const running = done.tipo === 'importar' && Date.now() - Date.parse(done.createdAt) < 3 * rhythm
  return (
    <ScreenLine
      ref={line}
      title={`${say(`work.by-${done.tipo}`)} · ${done.rotulo}`}
      notes={[
        done.usuario?.nome || done.usuario?.email || say('work.system'),
        dateTimeText(done.createdAt),
        ...done.registros.filter(one => one.count > 1).map(one => `${one.title}: ${one.count}`),
      ]}
    >
      {running ? <Chip tone="info">{say('work.running')}</Chip> : null}
      {done.desfeita ? <Chip>{say('work.undone-already')}</Chip> : null}
      {done.podeDesfazer ? (
        <Button
          size="sm"
          icon={<Undo2 aria-hidden />}
          busy={busy}
          aria-label={`${say('undo')}: ${done.rotulo}`}
          data-tip={say('work.until', { when: dateTimeText(done.ate) })}
          onClick={() => void act()}
        >
          {say('undo')}
        </Button>
      ) : null}
    </ScreenLine>
  )
}

/** Rows that an undo left as they are, by name. */
function Kept({ done, close }: { readonly done: UndoReply; close(): void }) {
  const say = useTranslate()
  const more = done.total - done.desfeitos - done.recusados.length
  return (
    <chakra.div mb="4">
      <Banner
        tone="warning"
        title={say('work.undone-part', { done: done.desfeitos, total: done.total })}
        close={{ label: say('close'), act: close }}
      >
        <p>{say('work.kept-rows')}</p>
        <chakra.ul ps="5">
          {done.recusados.map(one => (
            <li key={`${one.rotulo} ${one.motivo}`}>
              {one.rotulo}: {one.motivo}
            </li>
          ))}
          {more > 0 ? <li>{say('work.kept-more', { count: more })}</li> : null}
        </chakra.ul>
      </Banner>
    </chakra.div>
  )
}
