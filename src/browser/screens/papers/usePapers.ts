import { useEffect, useState } from 'react'
import type { PapersReply } from '../../../api/paper.ts'
import { call } from '../../data/api.ts'
import { useSearchParams } from '../../router/router.tsx'

/** The papers that are asked for: of which records, and how. */
export interface PaperWish {
  readonly document: string
  readonly register: string
  readonly ids: string
  readonly paper: string
  readonly copies: string
  readonly skip: string
  readonly from: string
  readonly to: string
}

interface Papers {
  readonly wish: PaperWish
  readonly change: (change: Partial<PaperWish>) => void
  readonly papers: PapersReply | undefined
  /** Why there are none, in the server's words. */
  readonly failure: string | undefined
}

/** Milliseconds after which what was typed is asked for. */
const pause = 300

/** Reads what is asked from the address, and asks the server for it. */
export function usePapers(): Papers {
  const [search] = useSearchParams()
  const [chosen, setChosen] = useState<Partial<PaperWish>>({})
  const [papers, setPapers] = useState<PapersReply>()
  const [failure, setFailure] = useState<string>()
  const of = (name: string): string => search.get(name) ?? ''
  const wish: PaperWish = {
    document: of('documento'),
    register: of('registro'),
    ids: of('ids'),
    paper: '',
    copies: '1',
    skip: '0',
    from: '',
    to: '',
    ...chosen,
  }
  const { document, register, ids } = wish
  const asked = JSON.stringify(wishQuery(wish))
  useEffect(() => {
    if (ids === '') return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      const path = `${encodeURIComponent(register)}/documents/${encodeURIComponent(document)}`
      call<PapersReply>('GET', path, { query: JSON.parse(asked), signal: stop.signal, keepSession: true }).then(
        ({ data }) => {
          setPapers(data)
          setFailure(undefined)
        },
        (error: unknown) => {
          if (!stop.signal.aborted) setFailure(error instanceof Error ? error.message : String(error))
        },
      )
    }, pause)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [document, register, ids, asked])
  return { wish, change: change => setChosen(before => ({ ...before, ...change })), papers, failure }
}

/** The wish as it is said to the server: what is empty is not. */
export const wishQuery = ({ document: _document, register: _register, ...query }: PaperWish): Record<string, string> =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
