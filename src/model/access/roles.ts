import { memoizeByKey } from '../../base/memoizeByKey.ts'
import type { Model, Register } from '../model.ts'
import type { RegisterRole } from './registerRole.ts'

/** The fields by which the runtime reads and writes the register of a role. */
export const roleFields: Readonly<Record<RegisterRole, readonly string[]>> = {
  users: ['email', 'nome', 'admin', 'active', 'block'],
  memberships: ['email', 'userId', 'type', 'convite'],
  staffRoles: ['nome', 'descricao', 'modelo'],
  store: ['fuso_horario', 'adminUserId'],
  history: ['userId', 'acaoId', 'recurso', 'recursoId', 'acao', 'antes', 'depois'],
  views: ['userId', 'titulo', 'recurso', 'endereco', 'papel'],
  failures: ['shopId', 'stack', 'data'],
  notifications: ['parceiro', 'aviso', 'tipo', 'conta', 'loja', 'situacao', 'motivo', 'vezes', 'conteudo'],
  quotas: ['loja', 'cota', 'uso', 'renovaEm', 'padrao', 'limite'],
  apiKeys: [
    'nome',
    'todas_lojas',
    'bloqueada',
    'expira_em',
    'enderecos',
    'limite_minuto',
    'inicio',
    'gerada_em',
    'geradaPorId',
    'usada_em',
  ],
  automations: ['automacao', 'ativa', 'webhookId'],
  automationRuns: [
    'automacao',
    'recurso',
    'registro',
    'rotulo',
    'situacao',
    'motivo',
    'avisar',
    'terminada_em',
    'chave',
    'cadeia',
  ],
  webhooks: ['nome', 'endereco', 'ativo', 'segredo', 'segredo_anterior', 'trocado_em'],
  fieldSettings: ['registro', 'campo', 'titulo', 'inicial'],
  security: ['sequencia', 'evento', 'userId', 'autorId', 'endereco', 'dispositivo', 'detalhe', 'anterior', 'hash'],
}

/** Every part that there is. */
export const registerRoles: readonly RegisterRole[] = [
  'users',
  'memberships',
  'staffRoles',
  'store',
  'history',
  'views',
  'failures',
  'notifications',
  'quotas',
  'security',
  'apiKeys',
  'automations',
  'automationRuns',
  'webhooks',
  'fieldSettings',
]

const known = new WeakMap<Model, ReadonlyMap<RegisterRole, Register>>()

/** The register that plays a part; undefined where no definition says so. */
export const registerOfRole = (model: Model, role: RegisterRole): Register | undefined =>
  memoizeByKey(
    known,
    model,
    () =>
      new Map(Object.values(model.registers).flatMap(register => (register.role ? [[register.role, register] as const] : []))),
  ).get(role)
