import { type ReactNode, useMemo } from 'react'
import { importCode } from '../../controls/codeOnDemand.ts'
import { showToast } from '../../controls/overlays/toasts.ts'
import { type InputServices, InputServicesProvider } from '../../kinds/inputServices.tsx'
import type { Model, Register } from '../../model/model.ts'
import { opensPages } from '../../model/register.ts'
import { fetchRecord } from '../data/record.ts'
import { useMay, useSession, useTranslate } from '../data/session.tsx'
import { saveRecord } from '../offline/saveRecords.ts'
import { loadWithRetry } from '../ui/loadWithRetry.ts'
import { saveFile } from '../ui/saveFile.ts'

const referenceOptions = () => loadWithRetry(() => import('../data/referenceOptions.ts'))

const files = () => loadWithRetry(() => import('./uploadFile.ts'))

/** Most texts of offered records that are remembered. */
const remembered = 1_000

/** Gives the inputs of the value kinds what they may not import: other records, uploads, words, the store's clock. */
export function SessionInputServices({ children }: { readonly children: ReactNode }) {
  const { model, zone } = useSession()
  const may = useMay()
  const say = useTranslate()
  const surroundings = useMemo((): InputServices => {
    const creatable = (name: string): Register | undefined => {
      const register = model.registers[name]
      return register && may(register.access.create) && needsOnlyLabel(register) ? register : undefined
    }
    const offers = new Map<string, string>()
    return {
      async search(name, text, where, record) {
        const { fetchReferenceOptions, narrowedWhere } = await referenceOptions()
        const options = await fetchReferenceOptions(
          model,
          name,
          text,
          narrowedWhere(where, record),
          may(model.registers[name]?.access.see),
        )
        if (offers.size > remembered) offers.clear()
        for (const { id, label } of options) offers.set(`${name}/${id}`, label)
        return options
      },
      offered: (name, id) => offers.get(`${name}/${id}`),
      labelOf: (name, id) => labelOf(model, name, id),
      titleOf: name => model.registers[name]?.title ?? name,
      labelField: name => model.registers[name]?.label,
      mayCreate: name => creatable(name) !== undefined,
      create: async ({ to: name, where }, text) => {
        const register = creatable(name)
        if (!register) return undefined
        const { referenceOption, valuesOffered } = await referenceOptions()
        return referenceOption(register, await saveRecord(name, { ...valuesOffered(where), [register.label]: text.trim() }))
      },
      address: (name, id) => {
        const register = model.registers[name]
        return register && opensPages(register, may) ? `${register.views.path}/${encodeURIComponent(id)}` : undefined
      },
      upload: async (file, name, progress) => (await files()).uploadImage(model, file, name, progress),
      attach: async (file, name, field, progress) => (await files()).uploadFile(model, file, { name, field }, progress),
      download: async ({ url, name }) => {
        try {
          const { download } = await importCode(() => import('../data/download.ts'))
          const received = await download(url.replace(/^\/api\//, ''), {}, () => undefined, new AbortController().signal)
          saveFile(received.file, name)
        } catch (error) {
          showToast({ tone: 'danger', text: error instanceof Error ? error.message : say('something-wrong') })
        }
      },
      copy: async text => (await loadWithRetry(() => import('../grid/clipboard/clipboard.ts'))).copyText(text),
      say,
      zone,
    }
  }, [model, zone, may, say])
  return <InputServicesProvider value={surroundings}>{children}</InputServicesProvider>
}

/** A record can be created from what was typed when nothing else is asked for. */
const needsOnlyLabel = (register: Register): boolean =>
  !register.textKey &&
  register.lists.every(list => !list.min) &&
  register.fields.every(
    field => field.name === register.label || !field.required || field.readOnly || field.default !== undefined,
  )

async function labelOf(model: Model, name: string, id: string | number): Promise<string | undefined> {
  const register = model.registers[name]
  if (!register) return undefined
  const [{ referenceOption }, row] = await Promise.all([referenceOptions(), fetchRecord(name, id)])
  return referenceOption(register, row).label
}
