import { useEffect, useState } from 'react'
import { isRecord } from '../../../base/record.ts'
import { call } from '../../data/api.ts'
import { useReport } from '../reportContext.ts'
import { askedOf } from '../run/storeCalls.ts'
import type { TableOrder } from './shownTable.ts'

type Row = Readonly<Record<string, unknown>>

/** The wanted part of a table's rows. */
export interface WantedRows {
  readonly order: TableOrder | undefined
  readonly text: string
  /** All of them, whatever the page. */
  readonly whole: boolean
  /** From 1. */
  readonly page: number
  readonly perPage: number
}

interface PagedRows {
  /** Absent until the first ones are there; those before stay until the next ones are. */
  readonly rows: readonly Row[] | undefined
  /** Of all pages. */
  readonly count: number
  readonly busy: boolean
  readonly failed: boolean
  again(): void
}

/** A page of the rows at `call.part` of the answer, asked with what the report was asked with. */
export function usePagedRows(path: string, { order, text, whole, page, perPage }: WantedRows): PagedRows {
  const { answers } = useReport()
  const [name = '', ...steps] = path.split('.')
  const part = steps.join('.')
  const asked = answers.parts.find(each => each.call === name)
  const address = answers.queries[name]?.path
  const wanted = JSON.stringify({
    ...(asked ? askedOf(asked, answers.zone) : {}),
    except: undefined,
    part,
    filter: {
      ...(order ? { order: `${order.by}${order.down ? ' DESC' : ''}` } : {}),
      ...(text ? { q: text } : {}),
      ...(whole ? {} : { limit: perPage, skip: (page - 1) * perPage }),
    },
  })
  const [came, setCame] = useState<{ readonly rows: readonly Row[]; readonly count: number; readonly of: object | string }>()
  const [failure, setFailure] = useState<string>()
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new search asks again, though it asks the same
  useEffect(() => {
    if (address === undefined) return
    const control = new AbortController()
    call('GET', address, { query: JSON.parse(wanted), signal: control.signal }).then(
      ({ data, count = 0 }) => {
        setFailure(undefined)
        setCame({ rows: Array.isArray(data) ? data.filter(isRecord) : [], count, of: wanted })
      },
      () => control.signal.aborted || setFailure(wanted),
    )
    return () => control.abort()
  }, [address, wanted, turn, answers])
  return {
    rows: came?.rows,
    count: came?.count ?? 0,
    busy: came?.of !== wanted,
    failed: failure === wanted,
    again: () => {
      setFailure(undefined)
      setTurn(turn + 1)
    },
  }
}
