import { useEffect, useMemo, useState } from 'react'
import type { ScreenDocument } from '../../../model/screen.ts'
import { CallError, call } from '../../data/api.ts'
import { sessionScope } from '../../data/expressions/sessionScope.ts'
import { useSession } from '../../data/session.tsx'
import { useLocation } from '../../router/router.tsx'
import { parseSearchParameters } from '../form/parseSearchParameters.ts'
import { documentCall } from './documentCall.ts'

interface DocumentReply {
  /** Undefined until it is there. */
  readonly reply: unknown
  /** Whether the call failed, and if so whether what the address led to has had its time. */
  readonly failed: false | 'failed' | 'gone'
  /** The parameters of the address. */
  readonly record: Readonly<Record<string, unknown>>
}

/** Makes the document's call with the parameters of the address. */
export function useDocumentReply({ call: spec, parameters }: ScreenDocument): DocumentReply {
  const session = useSession()
  const { model } = session
  const { search } = useLocation()
  const record = useMemo(() => parseSearchParameters(parameters, search), [parameters, search])
  const [answer, setAnswer] = useState<Pick<DocumentReply, 'reply' | 'failed'>>({ reply: undefined, failed: false })
  useEffect(() => {
    const stop = new AbortController()
    const { path, query } = documentCall({ call: spec, parameters }, model, { ...sessionScope(session), record })
    setAnswer({ reply: undefined, failed: false })
    call(spec.method, path, { query, signal: stop.signal }).then(
      ({ data }) => setAnswer({ reply: data, failed: false }),
      error => {
        const gone = error instanceof CallError && error.status === 410
        if (!stop.signal.aborted) setAnswer({ reply: undefined, failed: gone ? 'gone' : 'failed' })
      },
    )
    return () => stop.abort()
  }, [session, model, spec, parameters, record])
  return { ...answer, record }
}
