import { chakra } from '@chakra-ui/react/styled-system'
import { useCallback, useEffect, useMemo, useState } from 'react'
import useSWR from 'swr'
import type { Report } from '../../model/report.ts'
import { type CacheKey, cacheScope } from '../data/caches.ts'
import { useSession } from '../data/session.tsx'
import { ParameterBar } from './parameters/ParameterBar.tsx'
import { todayIn } from './parameters/period.ts'
import { ReportResults } from './ReportResults.tsx'
import { ExportButton } from './run/ExportButton.tsx'
import './report.css'
import { usePrinting } from './paper/usePrinting.ts'
import { initialReportValues, missingParameters, type ReportValues } from './parameters/reportValues.ts'
import { useReportSearch } from './run/useReportSearch.ts'

interface Props {
  readonly report: Report
  /** The parameters that the record answers, as JSON. */
  readonly fixed: string
  /** The register whose changes ask it anew. */
  readonly follows?: string | undefined
}

/** A report of one record, inside its form: what the record answers is not asked, and it runs at once. */
export default function EmbeddedReport({ report, fixed, follows }: Props) {
  const { zone } = useSession()
  const printing = usePrinting()
  const { search, run, cancel } = useReportSearch(report)
  const own = useMemo(() => JSON.parse(fixed) as ReportValues, [fixed])
  const [draft, setDraft] = useState<ReportValues>(() => ({ ...initialReportValues(report.parameters, todayIn(zone)), ...own }))
  const [tried, setTried] = useState(false)
  const [viewState, setKept] = useState<Readonly<Record<string, string>>>({})
  const asked = report.parameters.filter(({ fills }) => !fills.every(name => Object.hasOwn(own, name)))
  const empty = missingParameters(report, { ...draft, ...own }, () => true)
  const find = (): void => {
    setTried(true)
    if (empty.length === 0) run({ ...draft, ...own })
  }
  const [first] = useState(() => ({ ...draft }))
  const atOnce = useMemo(() => ({ ...first, ...own }), [first, own])
  const runs = missingParameters(report, atOnce, () => true).length === 0
  const turn = useTurn(follows, report.name)
  useEffect(() => {
    if (runs && turn !== undefined) run(atOnce)
  }, [run, runs, atOnce, turn])
  const setViewState = useCallback((name: string, value: string | undefined) => {
    setKept(({ [name]: _old, ...rest }) => (value === undefined ? rest : { ...rest, [name]: value }))
  }, [])
  const done = search.state === 'done' && search.asked
  return (
    // Its bar is a form, which may not stand inside the record's: what happens in it stays in it.
    <chakra.div
      display="flex"
      flexDirection="column"
      gap="4"
      minWidth="0"
      onSubmit={event => event.stopPropagation()}
      onChange={event => event.stopPropagation()}
    >
      {asked.length > 0 ? (
        <ParameterBar
          plain
          parameters={asked}
          values={draft}
          missing={tried ? empty : []}
          busy={search.state === 'running'}
          onChange={setDraft}
          onSearch={find}
        />
      ) : null}
      {runs || done ? (
        <chakra.div display="flex" justifyContent="flex-end" minHeight="control">
          {done ? <ExportButton report={report} asked={done} /> : null}
        </chakra.div>
      ) : null}
      <ReportResults
        report={report}
        search={search}
        due={runs && search.began === 0}
        printing={printing}
        viewState={useCallback((name: string) => viewState[name], [viewState])}
        setViewState={setViewState}
        onCancel={cancel}
        onRetry={find}
      />
    </chakra.div>
  )
}

let turns = 0

/** Another number after each change of the register; undefined before the first is there. */
function useTurn(register: string | undefined, report: string): number | undefined {
  const key: CacheKey | null = register === undefined ? null : ['rows', register, cacheScope(), 'report', report]
  const { data } = useSWR<number>(key, () => ++turns, { revalidateOnFocus: false, revalidateIfStale: false })
  return register === undefined ? 0 : data
}
