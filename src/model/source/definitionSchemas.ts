import automation from '../../../schemas/meta/automation.json' with { type: 'json' }
import common from '../../../schemas/meta/common.json' with { type: 'json' }
import document from '../../../schemas/meta/document.json' with { type: 'json' }
import filter from '../../../schemas/meta/filter.json' with { type: 'json' }
import importMeta from '../../../schemas/meta/import.json' with { type: 'json' }
import kinds from '../../../schemas/meta/kinds.json' with { type: 'json' }
import limits from '../../../schemas/meta/limits.json' with { type: 'json' }
import menu from '../../../schemas/meta/menu.json' with { type: 'json' }
import messages from '../../../schemas/meta/messages.json' with { type: 'json' }
import notice from '../../../schemas/meta/notice.json' with { type: 'json' }
import permissions from '../../../schemas/meta/permissions.json' with { type: 'json' }
import register from '../../../schemas/meta/register.json' with { type: 'json' }
import registerUi from '../../../schemas/meta/register-ui.json' with { type: 'json' }
import report from '../../../schemas/meta/report.json' with { type: 'json' }
import reportUi from '../../../schemas/meta/report-ui.json' with { type: 'json' }
import role from '../../../schemas/meta/role.json' with { type: 'json' }
import screen from '../../../schemas/meta/screen.json' with { type: 'json' }
import shared from '../../../schemas/meta/shared.json' with { type: 'json' }
import type { DefinitionKind } from './definitions.ts'

export { common as commonSchema }

/** The meta-schemas, by the kind of file that obeys them. */
export const definitionSchemas: Readonly<Record<DefinitionKind, { $id: string; $defs?: Readonly<Record<string, object>> }>> = {
  register,
  'register-ui': registerUi,
  screen,
  import: importMeta,
  report,
  'report-ui': reportUi,
  filter,
  menu,
  messages,
  permissions,
  role,
  kinds,
  limits,
  notice,
  automation,
  document,
  shared,
}
