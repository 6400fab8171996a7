import { chakra } from '@chakra-ui/react/styled-system'
import { Inbox } from 'lucide-react'
import { useMemo } from 'react'
import useSWR from 'swr'
import { Banner } from '../../../controls/Banner.tsx'
import { Button } from '../../../controls/Button.tsx'
import { EmptyState } from '../../../controls/EmptyState.tsx'
import { Skeleton } from '../../../controls/Skeleton.tsx'
import { evaluateInScope, scopeOfFields } from '../../../model/expression.ts'
import type { Screen } from '../../../model/model.ts'
import type { TableView } from '../../../model/screen.ts'
import { runCallSpec } from '../../actions/perform/runCallSpec.ts'
import type { RowScope } from '../../actions/rowScope.ts'
import { CallError } from '../../data/api.ts'
import { type CacheKey, cacheScope } from '../../data/caches.ts'
import { sessionScope } from '../../data/expressions/sessionScope.ts'
import { useSession, useTranslate } from '../../data/session.tsx'
import { ScreenHead } from '../ScreenHead.tsx'
import { TableRows } from './TableRows.tsx'
import { tableRows } from './tableRows.ts'

interface Props {
  readonly screen: Screen
  readonly table: TableView
}

/** Rows of a call's reply, with addresses and buttons. */
export default function TableScreen({ screen, table }: Props) {
  const say = useTranslate()
  const session = useSession()
  const evaluate = useMemo(() => {
    const scope = scopeOfFields(session.model, table.fields)
    const around = sessionScope(session)
    return (expression: string, record: RowScope) => evaluateInScope(scope, expression, { ...around, record })
  }, [session, table])
  const key: CacheKey = ['rows', '', cacheScope(), 'table', screen.name]
  const { data, error, mutate } = useSWR<{ readonly reply: unknown }, unknown>(key, async () => ({
    reply: (await runCallSpec(table.load, {}, evaluate)) ?? null,
  }))
  const rows = useMemo(() => tableRows(data?.reply, table), [data, table])
  return (
    <chakra.div width="100%" p={{ base: '4', md: '6' }} minWidth="0">
      <ScreenHead screen={screen} />
      {error !== undefined && !data ? (
        <Banner tone="danger" actions={<Button onClick={() => void mutate()}>{say('retry')}</Button>}>
          {failureOf(error, table, say)}
        </Banner>
      ) : !data ? (
        <div aria-busy>
          <Skeleton height="12rem" radius="0.625rem" />
        </div>
      ) : rows.length === 0 ? (
        <EmptyState icon={<Inbox />} title={say(table.empty)} />
      ) : (
        <TableRows title={screen.title} table={table} rows={rows} evaluate={evaluate} reload={() => void mutate()} />
      )}
    </chakra.div>
  )
}

function failureOf(error: unknown, { failure }: TableView, say: ReturnType<typeof useTranslate>): string {
  const reason = error instanceof CallError ? error.message : say('something-wrong')
  return failure === undefined ? reason : say(failure, { message: reason })
}
