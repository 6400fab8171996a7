import type { NoticeItem } from '../../../src/api/notice.ts'
import { noticeJobs } from '../../../src/server/jobs/noticeJobs.ts'
import type { TestServer } from '../fixtures/testServer.ts'

/** The calls by which tests see what people are told. */
export function noticeCalls(server: TestServer) {
  const { noticeWorkers, service } = server.context
  return {
    /** Looks at everything that was saved by now. */
    look: () => noticeWorkers.look.deliver(),
    /** Runs a job of notices for a store. */
    async job(id: string, store: number): Promise<void> {
      const context = { ...service, signal: new AbortController().signal }
      const at = { id: store, row: { nome_fantasia: 'Loja' }, zone: 'America/Sao_Paulo', adminUser: null }
      await noticeJobs.find(job => job.id === id)?.run({ ...context, store: at })
    },
    async of(token: string): Promise<NoticeItem[]> {
      const avisos: NoticeItem[] = (await server.call(token, 'GET', '/api/avisos')).json().avisos
      // Money is written with a blank at which no line breaks.
      return avisos.map(one => ({ ...one, texto: one.texto.replaceAll('\u00a0', ' ') }))
    },
    async unread(token: string): Promise<number> {
      return (await server.call(token, 'GET', '/api/avisos/contagem')).json().naoLidos
    },
    choose: (token: string, nome: string, ways: object) =>
      server.call(token, 'POST', '/api/avisos/escolhas', { nome, app: true, email: false, push: false, ...ways }),
    /** Makes everything that waits in a queue due. */
    due: (queue: string) =>
      server.context.database.system.query(`UPDATE system.queue SET "dueAt" = now() WHERE queue = $1`, [queue]),
  }
}
