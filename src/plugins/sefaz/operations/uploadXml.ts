import { formatMessage } from '../../../model/formatMessage.ts'
import type { Model } from '../../../model/model.ts'
import {
  ApiError,
  inWorker,
  objectOf,
  operation,
  type Queries,
  type RowOf,
  requireStore,
  tableOf,
  withUnitOfWork,
} from '../../../server/plugin.ts'
import { askNoteStates, situationOf } from '../receiving/askNoteStates.ts'
import { notANote } from '../receiving/readNoteFile.ts'
import { isNote } from '../receiving/readUpload.ts'
import { keepSituation, storeReceived } from '../receiving/storeReceived.ts'
import { uploadTask } from '../receiving/uploadTask.ts'
import type { Authority } from '../transport/authority.ts'

/**
 * Takes in suppliers' notes by their XML: one text, several files, archives of them. A note that is there already stays as it is. Where the store has a
 * certificate the authority is asked what became of each: one that was cancelled since says so, also one that was here.
 */
export const uploadXml = (authority: Authority) =>
  operation({
    method: 'POST',
    path: 'Sefaz/uploadXML',
    title: 'Enviar o XML de notas de fornecedores',
    gate: 'estoque_ver',
    standsAlone: true,
    input: {
      type: 'object',
      properties: {
        lojaId: { type: 'integer' },
        xml: { type: 'string', maxLength: 1_100_000, description: 'O texto de uma nota' },
        arquivos: { type: 'string', maxLength: 11_500_000, description: 'Ou arquivos .xml e .zip como data URLs, uma por linha' },
      },
    },
    output: objectOf({
      guardadas: { type: 'integer', description: 'Quantas notas chegaram' },
      repetidas: { type: 'integer', description: 'Quantas já estavam aqui' },
      trocadas: { type: 'integer', description: 'Quantas tomaram o lugar de um arquivo duvidoso da mesma chave' },
      canceladas: { type: 'integer', description: 'Quantas a SEFAZ diz que foram canceladas ou denegadas' },
      duvidosas: { type: 'integer', description: 'Quantas não provam quem as emitiu' },
      resposta: { type: 'string' },
      ids: { type: 'array', items: { type: 'integer' } },
    }),
    largest: 12_000_000,
    messages: [
      'upload-failed',
      'files-refused',
      'too-many-files',
      'too-much',
      'text-too-long',
      'not-authorised',
      'other-model',
      'other-recipient',
      'store-cnpj',
    ]
      .map(code => `received.${code}`)
      .concat('threads.too-much', 'threads.busy'),
    async run({ model, caller, input: { xml, arquivos }, database, signal, writing }) {
      const lojaId = requireStore(caller)
      const cnpj = await database.read({ stores: [lojaId] }, q => cnpjOf(q, lojaId))
      const read = await inWorker(uploadTask, { upload: { xml, arquivos }, cnpj }, { lojaId, signal })
      const notes = read.flatMap(({ file }) => (isNote(file) ? [file] : []))
      const refused = read.flatMap(({ name, file }) => (isNote(file) ? [] : [{ name, file }]))
      const [first] = refused
      // A file that is no note is told in the document's text; why a note is not taken in, in the words that stand for themselves.
      if (first && notes.length === 0)
        throw new ApiError(first.file.code === notANote ? 422 : 400, first.file.code, first.file.params)
      const states = await askNoteStates({ service: writing.service, authority }, lojaId, notes)
      const kept = await withUnitOfWork(writing, { stores: [lojaId] }, async ({ q, changes, service }) => {
        const done = []
        for (const note of notes.toSorted((a, b) => (a.note.chNFe < b.note.chNFe ? -1 : 1))) {
          const kept = await storeReceived(q, lojaId, note)
          if (!kept.stood) service.quotas?.spend('rows', caller, 2 + note.note.itens.length)
          const state = states.get(note.note.chNFe)
          const isNews = await keepSituation(q, lojaId, kept.id, state)
          done.push({ ...kept, isNews, cancelled: situationOf(state) !== undefined, doubtful: note.doubt !== undefined })
        }
        const { register } = tableOf(model, 'nfes')
        changes.push(
          ...done.filter(({ stood, isNews }) => !stood || isNews).map(({ id }) => ({ register, lojaId, id: String(id) })),
        )
        return done
      })
      const fresh = kept.filter(({ stood }) => !stood)
      // Good files stay: the sender of a whole folder is told which ones were not.
      if (refused.length > 0)
        throw new ApiError(400, 'received.files-refused', { kept: fresh.length, files: namesOf(refused.map(({ name }) => name)) })
      return told(model, kept, fresh)
    },
  })

interface TakenIn {
  readonly id: number
  readonly replaced?: boolean
  readonly cancelled: boolean
  readonly doubtful: boolean
}

/** The answer: how many came, and in words what matters most of them. */
function told(model: Model, kept: readonly TakenIn[], fresh: readonly TakenIn[]) {
  const count = (all: readonly TakenIn[], is: 'replaced' | 'cancelled' | 'doubtful'): number =>
    all.filter(note => note[is]).length
  const [cancelled, doubtful, replaced] = [count(kept, 'cancelled'), count(fresh, 'doubtful'), count(fresh, 'replaced')]
  const news = [
    { count: cancelled, code: 'received.uploaded-cancelled' },
    { count: doubtful, code: 'received.uploaded-doubtful' },
    { count: replaced, code: 'received.uploaded-replaced' },
    { count: fresh.length, code: 'received.uploaded-well' },
  ].find(({ count }) => count > 0) ?? { count: kept.length, code: 'received.uploaded-known' }
  return {
    guardadas: fresh.length,
    repetidas: kept.length - fresh.length,
    trocadas: replaced,
    canceladas: cancelled,
    duvidosas: doubtful,
    resposta: formatMessage(model, news.code, { count: news.count }),
    ids: kept.map(({ id }) => id),
  }
}

const namesOf = (names: readonly string[]): string =>
  names.length > 5 ? `${names.slice(0, 5).join(', ')} (+${names.length - 5})` : names.join(', ')

async function cnpjOf(q: Queries, lojaId: number): Promise<string> {
  const { rows } = await q.query<RowOf<'lojas', 'cnpj'>>('SELECT cnpj FROM lojas WHERE "lojaId" = $1 AND id = $1', [lojaId])
  const cnpj = rows[0]?.cnpj
  if (!cnpj) throw new ApiError(400, 'received.store-cnpj')
  return cnpj
}
