import type { Logger } from 'pino'
import type { DefinitionTrouble } from '../api/session.ts'
import type { Model } from '../model/model.ts'
import { type Access, createAccess } from './access/access.ts'
import type { QuotaCounter } from './access/quotaCounter.ts'
import type { RegisterChange } from './access/registerChange.ts'
import type { ComposedDomain } from './compose.ts'
import type { Queries } from './database/queries.ts'
import { secretsOfInstallation } from './database/secret.ts'
import type { ServerDatabase } from './database/serverDatabase.ts'
import { printDocument } from './documents/printDocument.ts'
import { automationEffects } from './features/automations/automationEffects.ts'
import { startEventWorker } from './features/automations/eventWorker.ts'
import { noteEvents } from './features/automations/noteEvents.ts'
import { openWebhooks, type Webhooks } from './features/automations/outgoing.ts'
import { startRunWorker } from './features/automations/runWorker.ts'
import { savedFileNames } from './features/cleanup/storedFiles.ts'
import { type EventBus, openEventBus } from './features/events/eventBus.ts'
import type { MailSettings } from './features/mail/mailSettings.ts'
import { openMailTransport } from './features/mail/mailTransport.ts'
import { startMailWorker } from './features/mail/mailWorker.ts'
import { startDigestWorker } from './features/notices/noticeDigest.ts'
import { noteChanges } from './features/notices/noticeQueue.ts'
import { startNoticeWorker } from './features/notices/noticeWorker.ts'
import { pushKeys } from './features/notices/push/pushKeys.ts'
import { startPushWorker } from './features/notices/push/pushWorker.ts'
import { openPush, type SendPush } from './features/notices/push/sendPush.ts'
import type { IntegrationHealth } from './integrations/integrationHealth.ts'
import { keepIntegrationHealth } from './integrations/keepIntegrationHealth.ts'
import { notificationWorker } from './integrations/notifications/notificationWorker.ts'
import { watchedMail } from './integrations/watchedMail.ts'
import { closePlugins } from './openPlugins.ts'
import type { Plugin } from './plugin.ts'
import { forgetReads } from './query/remembered/rememberedReads.ts'
import type { QueueWorker } from './queue/rounds.ts'
import { createQuotaCounter } from './quotas/quotaCounter.ts'
import { startReactionWorker } from './reactions/reactionWorker.ts'
import type { Service } from './service.ts'
import { holdsQuotas, internalHosts, pushContact, runsAutomations } from './settings.ts'
import type { FileStorage } from './storage/fileStorage.ts'
import { openFolderStorage } from './storage/folderStorage.ts'
import { inviteVisitors } from './visitors/inviteVisitors.ts'
import { INVITES } from './write/effects.ts'

/** The server's inside: what routes get, and what only wiring touches. */
export interface AppContext {
  readonly service: Service
  readonly access: Access
  readonly eventBus: EventBus
  readonly database: ServerDatabase
  /** Sends the mails of the outbox. */
  readonly mailWorker: QueueWorker
  /** Does what follows from transactions that stand. */
  readonly reactionWorker: QueueWorker
  /** Look at what was saved and tell people of it, write the letters and send the messages about it. */
  readonly noticeWorkers: Readonly<Record<'look' | 'mail' | 'push', QueueWorker>>
  /** Start automations, and do their steps; none where they are switched off. */
  readonly automationWorkers: Readonly<Partial<Record<'starts' | 'steps', QueueWorker>>>
  /** Those of areas and integrations, which work on queues of their own. */
  readonly workers: readonly QueueWorker[]
  /** Those that handle what partners notify, by the names of their receivers. */
  readonly notificationWorkers: ReadonlyMap<string, QueueWorker>
  /** The parts that areas and integrations add to the runtime. */
  readonly domain: ComposedDomain
  /** Puts another Model in force. */
  setModel(model: Model): void
  /** The problems of the definitions, for whoever may read them: administrators, and everybody while definitions are written. */
  trouble(admin: boolean): DefinitionTrouble | undefined
  setTrouble(trouble: DefinitionTrouble | undefined): void
  close(): Promise<void>
}

export interface AppContextOptions {
  readonly database: ServerDatabase
  readonly model: Model
  readonly log: Logger
  readonly dataDir: string
  /** Where files live; in the data folder unless told. */
  readonly files?: FileStorage
  readonly domain: ComposedDomain
  /** Integrations that were opened for this server, and are closed with it. */
  readonly plugins?: readonly Plugin[]
  /** How calls of integrations go. */
  readonly health?: IntegrationHealth
  /** How mails leave; without it as files. */
  readonly mail?: MailSettings
  /** How messages reach browsers; by their own services unless told. */
  readonly push?: SendPush
  /** How calls of automations leave; to public places alone unless told. */
  readonly webhooks?: Webhooks
  /** The problems of the definitions that the Model was made of. */
  readonly trouble?: DefinitionTrouble | undefined
  /** Whether definitions are being written: `--dev`. */
  readonly developing?: boolean
  /** Whether stores are held to their quotas; as the environment says unless told. */
  readonly quotas?: boolean
}

export const createAppContext = async ({
  database,
  model,
  log,
  dataDir,
  files = openFolderStorage(dataDir),
  domain,
  plugins = [],
  health,
  mail,
  push,
  webhooks = openWebhooks(internalHosts()),
  trouble: first,
  developing = false,
  quotas: isHeld = holdsQuotas(),
}: AppContextOptions): Promise<AppContext> => {
  let current = model
  let trouble = first
  const now = (): Model => current
  const access = createAccess(database.system, now)
  const eventBus = await openEventBus(database.url, database.system, log)
  const forget = forgetWhatChanged(access, database, eventBus, now, () => quotas)
  if (health) keepIntegrationHealth(health, database.system, log)
  const mailWorker = startMailing({ database, dataDir, log, mail, health })
  const quotas = isHeld ? heldQuotas(database.system, log, now) : undefined
  const service: Service = {
    model: now,
    database,
    log,
    dataDir,
    files,
    ...tellingOthers(access, eventBus, forget),
    ...following(now, database, () => ({ notices: noticeWorkers, automations: automationWorkers })),
    effects: { ...domain.effects, [INVITES]: inviteVisitors, ...automationEffects(webhooks.accepts) },
    offers: domain.offers,
    reactions: domain.reactions,
    wakeReactionWorker: () => reactionWorker.wake(),
    sendsMail: mail?.url !== undefined,
    wakeMailWorker: () => mailWorker.wake(),
    quotas,
    receivers: domain.receivers.map(wokenBy(name => notificationWorkers.get(name)?.wake())),
    subscribe: changesOf(eventBus),
  }
  const reactionWorker = startReactionWorker({ q: database.system, service })
  const noticeWorkers = startNoticeWorkers(service, push)
  const automationWorkers = startAutomationWorkers(service, webhooks)
  const workers = domain.workers.map(start => start({ q: database.system, service }))
  const notificationWorkers = startNotificationWorkers(domain, service)
  return {
    service,
    access,
    eventBus,
    database,
    mailWorker,
    reactionWorker,
    noticeWorkers,
    automationWorkers,
    workers,
    notificationWorkers,
    domain,
    trouble: admin => (admin || developing ? trouble : undefined),
    setTrouble: next => {
      if (JSON.stringify(next) === JSON.stringify(trouble)) return
      trouble = next
      eventBus.publish({ kind: 'model', hash: current.hash })
    },
    setModel: next => {
      current = next
      forgetKnown(access, database)
      eventBus.publish({ kind: 'model', hash: next.hash })
    },
    close: async () => {
      await eventBus.close()
      const telling = [...notificationWorkers.values(), ...Object.values(noticeWorkers), ...Object.values(automationWorkers)]
      await closeAll([mailWorker, reactionWorker, ...workers, ...telling, ...(quotas ? [quotas] : [])])
      await closePlugins(plugins)
      await database.close()
    },
  }
}

/** Drops what is remembered of the Model before. */
const forgetKnown = (access: Access, database: ServerDatabase): void => {
  access.forget()
  forgetReads(database)
}

const closeAll = (all: readonly { close(): Promise<void> }[]): Promise<unknown> => Promise.all(all.map(each => each.close()))

/** The services by which mails leave. */
interface Mailing extends Pick<AppContextOptions, 'database' | 'dataDir' | 'log'> {
  readonly mail: MailSettings | undefined
  readonly health: IntegrationHealth | undefined
}

/** Starts what sends mails, and watches how that goes. */
function startMailing({ database, dataDir, log, mail, health }: Mailing): QueueWorker {
  const send = watchedMail(openMailTransport(mail ?? { url: undefined, from: undefined }, dataDir), health)
  return startMailWorker({ q: database.system, secrets: () => secretsOfInstallation(dataDir), send, log })
}

/** Starts what handles notifications of partners, by the names of their receivers. */
const startNotificationWorkers = ({ receivers }: ComposedDomain, service: Service): AppContext['notificationWorkers'] =>
  new Map(receivers.map(receiver => [receiver.name, notificationWorker(receiver)({ q: service.database.system, service })]))

/** The parts of notices and automations in what the server offers. */
const following = (
  model: () => Model,
  database: ServerDatabase,
  workers: () => { readonly notices: AppContext['noticeWorkers']; readonly automations: AppContext['automationWorkers'] },
): Pick<Service, 'noteChanges' | 'noteEvents' | 'wakeNoticeWorker' | 'wakePushWorker' | 'wakeAutomations'> => ({
  noteChanges: (q, changes, zone) => noteChanges(q, changes, { model: model(), zone }),
  noteEvents: (q, deed) => noteEvents(q, { model: model(), database }, deed),
  wakeNoticeWorker: () => workers().notices.look.wake(),
  wakePushWorker: () => workers().notices.push.wake(),
  wakeAutomations: what => workers().automations[what]?.wake(),
})

/** Starts what tells people of what was saved: each waits for others than the rest, and holds none up. */
function startNoticeWorkers(service: Service, push: SendPush | undefined): AppContext['noticeWorkers'] {
  const { system: q } = service.database
  const send = push ?? openPush(() => pushKeys(q, () => secretsOfInstallation(service.dataDir)), pushContact())
  return { look: startNoticeWorker(q, service), mail: startDigestWorker(q, service), push: startPushWorker(q, service, send) }
}

/** Starts what does the work of automations: what was noted waits where they are switched off. */
const startAutomationWorkers = (service: Service, { send }: Webhooks): AppContext['automationWorkers'] => {
  const { system: q } = service.database
  if (!runsAutomations()) return {}
  return { starts: startEventWorker(q, service), steps: startRunWorker(q, service, { send, print: printDocument }) }
}

/** A receiver by its names, with what says that something waits for it. */
const wokenBy =
  (wake: (name: string) => void) =>
  ({ partner, name }: { readonly partner: string; readonly name: string }) => ({ partner, name, wake: () => wake(name) })

/** Counts what stores use. */
const heldQuotas = (q: Queries, log: Logger, model: () => Model): QuotaCounter =>
  createQuotaCounter({ q, log, model, savedFiles: storeId => savedFileNames(model(), q, storeId) })

/** Sends news to all servers: at once here, by the database at the others. */
const tellingOthers = (
  access: Access,
  eventBus: EventBus,
  forget: (change: RegisterChange) => void,
): Required<Pick<Service, 'publish' | 'sessionEnded' | 'tellNotices'>> => ({
  tellNotices: userIds => eventBus.publish({ kind: 'notices', userIds }),
  publish: change => {
    forget(change)
    eventBus.publish({ kind: 'change', change })
  },
  sessionEnded: token => {
    access.forgetSession(token)
    eventBus.publish({ kind: 'session', token })
  },
})

/** Hears of the changes that this server and the others publish. */
const changesOf =
  (eventBus: EventBus): NonNullable<Service['subscribe']> =>
  listener => {
    eventBus.subscribe(event => {
      if (event.kind === 'change') listener(event.change)
    })
  }

/**
 * Rights and rows that are remembered are forgotten once they changed, be it through a view of them: by what the returned function is told of, and by
 * what other servers changed.
 */
function forgetWhatChanged(
  access: Access,
  database: ServerDatabase,
  eventBus: EventBus,
  model: () => Model,
  quotas: () => QuotaCounter | undefined,
): (change: RegisterChange) => void {
  const forget = (change: RegisterChange): void => {
    const register = model().registers[change.register]
    access.forget(change)
    forgetReads(database, { ...change, register: register?.from?.register ?? change.register })
    if (register?.role === 'quotas') quotas()?.forget()
  }
  eventBus.subscribe(event => {
    if (event.kind === 'change') forget(event.change)
    if (event.kind === 'session') access.forgetSession(event.token)
    if (event.kind === 'missed') {
      access.forgetAll()
      forgetReads(database)
      quotas()?.forget()
    }
  })
  return forget
}
