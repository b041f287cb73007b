import type { WireRule } from '@cardinal/contract'
import type { Rule } from '@cardinal/domain'
import type { AccountRows } from '../account-overlay.ts'

/** Settings and workspaces in the server's format. */
export interface AccountWire {
  readonly settings: {
    readonly saved_searches: readonly string[]
    readonly saved_searches_by_workspace?: Readonly<Record<string, readonly string[]>>
    readonly showHelpers: boolean
    readonly currentWorkspace: string | null
  }
  readonly workspaces: readonly {
    readonly _id: string
    readonly workspace_name: string
    readonly createdAt: string
    readonly updatedAt: string
    readonly rules?: readonly WireRule[]
  }[]
}

export function accountFromWire({ settings, workspaces }: AccountWire): AccountRows {
  return {
    settings: {
      savedSearches: settings.saved_searches,
      searchesByWorkspace: settings.saved_searches_by_workspace ?? {},
      showHelpers: settings.showHelpers,
      currentWorkspaceId: settings.currentWorkspace,
    },
    workspaces: workspaces.map((each) => ({
      id: each._id,
      name: each.workspace_name,
      createdAt: Date.parse(each.createdAt),
      updatedAt: Date.parse(each.updatedAt),
      ...(each.rules && { rules: each.rules.map(ruleFromWire) }),
    })),
  }
}

function ruleFromWire(wire: WireRule): Rule {
  const { color, type } = wire
  return {
    id: wire._id,
    search: wire.search,
    addTagIds: wire.add_tags,
    removeTagIds: wire.remove_tags,
    ...(color !== undefined && { color }),
    ...(type !== undefined && { type: type === 'hyperlink' ? 'link' : type }),
    keepsCopy: wire.keep_copy,
    ...(wire.hide_from_all === true && { hidesFromAll: true }),
    isPaused: wire.paused,
    createdAt: Date.parse(wire.createdAt),
  }
}
