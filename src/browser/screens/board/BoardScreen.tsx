import { chakra } from '@chakra-ui/react/styled-system'
import { Clock, LayoutGrid, Search, TriangleAlert } from 'lucide-react'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import useSWR from 'swr'
import { sum } from '../../../base/decimal.ts'
import { membersOf } from '../../../base/record.ts'
import { Banner } from '../../../controls/Banner.tsx'
import { Button } from '../../../controls/Button.tsx'
import { Chip } from '../../../controls/Chip.tsx'
import { EmptyState } from '../../../controls/EmptyState.tsx'
import { TextInput } from '../../../controls/fields/TextInput.tsx'
import { Skeleton } from '../../../controls/Skeleton.tsx'
import { valueText } from '../../../kinds/valueText.ts'
import type { Screen } from '../../../model/model.ts'
import type { BoardView } from '../../../model/screen.ts'
import { runCallSpec } from '../../actions/perform/runCallSpec.ts'
import { CallError } from '../../data/api.ts'
import { type CacheKey, cacheScope } from '../../data/caches.ts'
import { useTranslate } from '../../data/session.tsx'
import { useExpressions } from '../../data/useExpressions.ts'
import { ScreenHead } from '../ScreenHead.tsx'
import { BoardCard } from './BoardCard.tsx'
import { type BoardRow, boardRows, foundRows, minutesSince } from './boardRows.ts'

interface Props {
  readonly screen: Screen
  readonly board: BoardView
}

/** Cards from the rows of a call's reply. They are loaded anew when the register that they hang on changes. */
export default function BoardScreen({ screen, board }: Props) {
  const say = useTranslate()
  const { reply, error, again } = useBoard(screen, board)
  const rows = useMemo(() => boardRows(reply, board), [reply, board])
  const [text, setText] = useState('')
  // The typed text is painted first; the cards follow.
  const asked = useDeferredValue(text)
  const found = useMemo(() => foundRows(rows, asked), [rows, asked])
  return (
    <chakra.div width="100%" p={{ base: '4', md: '6' }} display="flex" flexDirection="column" gap="4" minWidth="0">
      <chakra.div display="flex" gap="3" flexWrap="wrap" alignItems="flex-start" justifyContent="space-between">
        <ScreenHead screen={screen} />
        {board.age && reply !== undefined ? <Age moment={membersOf(reply)[board.age.member]} limit={board.age.minutes} /> : null}
      </chakra.div>
      {error !== undefined ? (
        <Banner tone="danger" actions={<Button onClick={again}>{say('retry')}</Button>}>
          {error}
        </Banner>
      ) : reply === undefined ? (
        <div aria-busy>
          <Skeleton height="12rem" radius="0.625rem" />
        </div>
      ) : rows.length === 0 ? (
        <EmptyState icon={<LayoutGrid />} title={say(board.empty)} />
      ) : (
        <>
          <chakra.div role="search" maxWidth="24rem">
            <TextInput
              type="text"
              inputMode="search"
              aria-label={say('board.search')}
              placeholder={say('board.search')}
              value={text}
              onChange={event => setText(event.currentTarget.value)}
              before={<Search aria-hidden />}
            />
          </chakra.div>
          <Figures board={board} rows={found} />
          {found.length === 0 ? <chakra.p color="fg.muted">{say('search-none', { text: asked })}</chakra.p> : null}
          <Cards board={board} rows={rows} found={found} />
        </>
      )}
    </chakra.div>
  )
}

/** The reply of the board's call. A 404 says that nothing is there. */
function useBoard(screen: Screen, board: BoardView) {
  const say = useTranslate()
  const evaluate = useExpressions('', [])
  const key: CacheKey = ['rows', board.register, cacheScope(), 'board', screen.name]
  const { data, error, mutate } = useSWR<{ readonly reply: unknown }, unknown>(
    key,
    async () => {
      try {
        return { reply: (await runCallSpec(board.load, {}, evaluate)) ?? null }
      } catch (problem) {
        if (problem instanceof CallError && problem.status === 404) return { reply: null }
        throw problem
      }
    },
    { revalidateOnFocus: true, keepPreviousData: false },
  )
  const reason = error instanceof CallError ? error.message : error === undefined ? undefined : say('something-wrong')
  return {
    reply: data?.reply,
    error: reason === undefined ? undefined : board.failure ? say(board.failure, { message: reason }) : reason,
    again: () => void mutate(),
  }
}

/** How old the data is, told anew as it grows older. */
function Age({ moment, limit }: { readonly moment: unknown; readonly limit: number }) {
  const say = useTranslate()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 15_000)
    return () => clearInterval(timer)
  }, [])
  const minutes = minutesSince(moment, Math.max(now, Date.now()))
  if (minutes === undefined) return null
  const old = minutes >= limit
  return (
    <Chip tone={old ? 'warning' : 'neutral'} icon={old ? <TriangleAlert aria-hidden /> : <Clock aria-hidden />}>
      {minutes === 0 ? say('board.age-now') : say('board.age', { count: minutes })}
    </Chip>
  )
}

/** Figures over the cards that are shown. */
function Figures({ board, rows }: { readonly board: BoardView; readonly rows: readonly BoardRow[] }) {
  const textOf = (name: string | undefined): string => {
    const field = board.fields.find(each => each.name === name)
    if (name === undefined || !field) return valueText(rows.length, { kind: 'integer', required: false })
    const numbers = rows.map(({ values }) => values[name]).filter(value => typeof value === 'number')
    return valueText(sum(numbers), field)
  }
  return (
    <chakra.dl display="grid" gap="3" gridTemplateColumns="repeat(auto-fit, minmax(9rem, 1fr))" aria-live="polite">
      {board.figures.map(({ title, sum: name }) => (
        <chakra.div
          key={title}
          p="3.5"
          bg="bg.panel"
          borderWidth="1px"
          borderColor="border"
          borderRadius="lg"
          display="flex"
          flexDirection="column"
        >
          <chakra.dt textStyle="note">{title}</chakra.dt>
          <chakra.dd textStyle="title" fontVariantNumeric="tabular-nums">
            {textOf(name)}
          </chakra.dd>
        </chakra.div>
      ))}
    </chakra.dl>
  )
}

/** All cards stand; those that are not found are hidden, so that a key draws none of them anew. */
function Cards({
  board,
  rows,
  found,
}: {
  readonly board: BoardView
  readonly rows: readonly BoardRow[]
  readonly found: readonly BoardRow[]
}) {
  const shown = useMemo(() => new Set(found.map(({ key }) => key)), [found])
  return (
    <chakra.ul
      listStyleType="none"
      display="grid"
      gap="3"
      alignItems="start"
      gridTemplateColumns="repeat(auto-fill, minmax(min(18rem, 100%), 1fr))"
    >
      {rows.map(row => (
        <BoardCard key={row.key} board={board} row={row} hidden={!shown.has(row.key)} />
      ))}
    </chakra.ul>
  )
}
