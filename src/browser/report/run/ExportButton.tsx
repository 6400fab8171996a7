import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { IconMenu } from '../../../controls/overlays/Menu.tsx'
import { showToast } from '../../../controls/overlays/toasts.ts'
import { parameterFields } from '../../../model/report/expressionFields.ts'
import type { Report } from '../../../model/report.ts'
import { download } from '../../data/download.ts'
import { useSession, useTranslate } from '../../data/session.tsx'
import { saveFile } from '../../ui/saveFile.ts'
import { parameterRecord, type ReportValues } from '../parameters/reportValues.ts'
import { type ExportPart, exportParts } from './exportParts.ts'
import { askedOf, storeCalls } from './storeCalls.ts'
import { useExpression } from './useExpression.ts'
import { searchedStores } from './useReportSearch.ts'

const formats = ['xlsx', 'csv'] as const

/** Each table as a file, asked with what is on the page; of several stores one file each. */
export function ExportButton({ report, asked }: { readonly report: Report; readonly asked: ReportValues }) {
  const say = useTranslate()
  const { model, store, stores, zone } = useSession()
  const evaluate = useExpression()
  const [busy, setBusy] = useState(false)
  const stop = useRef<AbortController>(undefined)
  const parts = exportParts(report, model.queries)
  const save = async (part: ExportPart, format: string): Promise<void> => {
    const chosen = searchedStores(report, asked, stores, store)
    const record = parameterRecord(report.parameters, asked, zone, chosen.length)
    const fields = parameterFields(report.parameters)
    const errands = storeCalls(report, model.queries, record, chosen, expression => evaluate(fields, expression, record))
    stop.current = new AbortController()
    for (const errand of errands.filter(({ call }) => call === part.call)) {
      const query = { ...askedOf(errand, zone), format, part: part.part }
      const { file, name } = await download(errand.path, query, () => undefined, stop.current.signal)
      saveFile(file, name ?? `${part.title}.${format}`)
    }
  }
  const begin = (part: ExportPart, format: string): void => {
    setBusy(true)
    save(part, format)
      .then(
        () => showToast({ text: say('report.exported', { title: part.title }) }),
        (error: unknown) =>
          showToast({
            tone: 'danger',
            text: say('list.export-failed', { message: error instanceof Error ? error.message : '' }),
          }),
      )
      .finally(() => setBusy(false))
  }
  const entries = parts.flatMap(part => [
    ...(parts.length > 1 ? [{ heading: part.title }] : []),
    ...formats.map(format => ({
      id: `${part.call}.${part.part}.${format}`,
      title: say(`list.export-${format}`),
      act: () => begin(part, format),
    })),
  ])
  return parts.length === 0 ? null : (
    <IconMenu entries={entries} label={say('list.export')} busy={busy}>
      <Download aria-hidden />
    </IconMenu>
  )
}
