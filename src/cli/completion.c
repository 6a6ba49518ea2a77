/* `tapete completion SHELL`: completion scripts, made from the table of commands and the registries. The
 * scripts hold all the names they need and do not call the program again. */
#include "cli/cli.h"

#include <string.h>

/* ---- words ---- */

static void print_games(FILE *out) {
    const char *gap = "";
    for (const tp_game *const *game = tp_games(); *game != NULL; game++) {
        if ((*game)->study) continue;
        fprintf(out, "%s%s", gap, (*game)->name);
        gap = " ";
    }
}

static void print_agents(FILE *out) {
    for (const tp_agent_kind *const *kind = tp_agent_kinds(); *kind != NULL; kind++) {
        fprintf(out, "%s%s", kind != tp_agent_kinds() ? " " : "", (*kind)->name);
    }
    for (const tp_level *level = tp_levels(); level->name != NULL; level++) fprintf(out, " %s", level->name);
}

static void print_commands(FILE *out, const cli_command *commands) {
    bool first = true;
    for (const cli_command *command = commands; command->name != NULL; command++) {
        if (command->hidden) continue;
        fprintf(out, "%s%s", first ? "" : " ", command->name);
        first = false;
    }
}

/* The options of a game as "players= chips=". */
static void print_options(FILE *out, const tp_game *game) {
    for (const tp_option *option = game->options; option != NULL && option->name != NULL; option++) {
        fprintf(out, "%s%s=", option != game->options ? " " : "", option->name);
    }
}

/* Every option of every game, once: where the shell's script does not look at the game. */
static void print_all_options(FILE *out) {
    const char *gap = "";
    for (const tp_game *const *game = tp_games(); *game != NULL; game++) {
        if ((*game)->study) continue;
        fputs(gap, out);
        print_options(out, *game);
        gap = " ";
    }
}

static bool is(const char *words, const char *kind) { return words != NULL && strcmp(words, kind) == 0; }

/* The words that a kind stands for; nothing for files. */
static void print_words(FILE *out, const char *words) {
    if (is(words, "games")) {
        print_games(out);
    } else if (is(words, "agents")) {
        print_agents(out);
    } else if (is(words, "commands")) {
        print_commands(out, cli_commands);
    } else if (is(words, "options")) {
        print_all_options(out);
    } else if (words != NULL && !is(words, "files")) {
        fputs(words, out);
    }
}

/* ---- bash ---- */

/* The end of the function: `kind` says what the word at hand is, `flags` which flags there are. Agents come
 * in lists with commas, and "=" and ":" break words in bash, so that a value after "--flag=" stands alone. */
static const char bash_end[] =
    "    if [ -z \"$kind\" ]; then\n"
    "        case $cur in\n"
    "        -*) COMPREPLY=($(compgen -W \"$flags\" -- \"$cur\")); return ;;\n"
    "        *) kind=$operands ;;\n"
    "        esac\n"
    "    fi\n"
    "    case $kind in\n"
    "    none) ;;\n"
    "    files) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- \"$cur\")) ;;\n"
    "    agents)\n"
    "        case $cur in *,*) before=${cur%,*}, ;; esac\n"
    "        COMPREPLY=($(compgen -P \"$before\" -W \"$agents\" -- \"${cur##*,}\")) ;;\n"
    "    options)\n"
    "        compopt -o nospace 2>/dev/null\n"
    "        COMPREPLY=($(compgen -W \"$options\" -- \"$cur\")) ;;\n"
    "    games) COMPREPLY=($(compgen -W \"$games\" -- \"$cur\")) ;;\n"
    "    commands) COMPREPLY=($(compgen -W \"$commands\" -- \"$cur\")) ;;\n"
    "    *) COMPREPLY=($(compgen -W \"$kind\" -- \"$cur\")) ;;\n"
    "    esac\n"
    "}\n"
    "complete -F _tapete tapete\n";

/* What is offered after a command, whose whole name is "admin ban" where it is within another. */
static void print_bash_command(FILE *out, const char *name, const cli_command *command) {
    fprintf(out, "    '%s') flags='", name);
    for (const cli_flag *flag = command->flags; flag->name != NULL; flag++) fprintf(out, "--%s ", flag->name);
    fputs("--help --version'; operands='", out);
    if (command->commands != NULL) {
        print_commands(out, command->commands);
    } else {
        fputs(command->operand_words != NULL ? command->operand_words : "none", out);
    }
    fputs("' ;;\n", out);
}

/* What goes with the flags of a command that have a value. */
static void print_bash_flags(FILE *out, const char *name, const cli_command *command) {
    for (const cli_flag *flag = command->flags; flag->name != NULL; flag++) {
        if (flag->value == NULL) continue;
        fprintf(out, "    '%s --%s') kind='%s' ;;\n", name, flag->name,
                flag->words != NULL ? flag->words : "none");
    }
}

/* Call for each command, and for each within one. */
static void each_command(FILE *out, void (*print)(FILE *out, const char *name, const cli_command *command)) {
    for (const cli_command *command = cli_commands; command->name != NULL; command++) {
        print(out, command->name, command);
        for (const cli_command *within = command->commands; within != NULL && within->name != NULL;
             within++) {
            char name[64];
            snprintf(name, sizeof name, "%s %s", command->name, within->name);
            print(out, name, within);
        }
    }
}

static void print_bash_commands(FILE *out) {
    fputs("    case $command in\n"
          "    '') flags='--help --load --version'; operands=commands ;;\n",
          out);
    each_command(out, print_bash_command);
    fputs("    esac\n"
          "    case \"$command $flag\" in\n",
          out);
    each_command(out, print_bash_flags);
    fputs("    esac\n", out);
}

static void print_bash(FILE *out) {
    fputs(
        "# bash completion for tapete, printed by `tapete completion bash`\n"
        "_tapete() {\n"
        "    local cur=${COMP_WORDS[COMP_CWORD]} command='' flag='' kind='' flags='' operands='' before='' options='' i\n"
        "    local commands='",
        out);
    print_commands(out, cli_commands);
    fputs("'\n    local games='", out);
    print_games(out);
    fputs("'\n    local agents='", out);
    print_agents(out);
    fputs("'\n"
          "    COMPREPLY=()\n"
          "    local -a typed=(\"${COMP_WORDS[@]}\")\n"
          "    local at=$COMP_CWORD skip\n"
          "    while [ \"$at\" -gt 1 ] && [ \"${typed[1]}\" = --load ]; do\n"
          "        skip=2\n"
          "        [ \"${typed[2]}\" != '=' ] || skip=3\n"
          "        if [ \"$at\" -le \"$skip\" ]; then\n"
          "            compopt -o filenames 2>/dev/null\n"
          "            COMPREPLY=($(compgen -f -- \"${cur#=}\"))\n"
          "            return\n"
          "        fi\n"
          "        typed=(\"${typed[0]}\" \"${typed[@]:skip+1}\")\n"
          "        at=$((at - skip))\n"
          "    done\n"
          "    local -a COMP_WORDS=(\"${typed[@]}\")\n"
          "    local COMP_CWORD=$at\n"
          "    [ \"$COMP_CWORD\" -le 1 ] || command=${COMP_WORDS[1]}\n"
          "    case $command in\n",
          out);
    for (const cli_command *command = cli_commands; command->name != NULL; command++) {
        if (command->commands == NULL) continue;
        fprintf(out, "    %s) [ \"$COMP_CWORD\" -le 2 ] || command=\"$command ${COMP_WORDS[2]}\" ;;\n",
                command->name);
    }
    fputs("    esac\n"
          "    i=$((COMP_CWORD - 1))\n"
          "    if [ \"$cur\" = '=' ]; then\n"
          "        cur=''\n"
          "    elif [ \"${COMP_WORDS[i]}\" = '=' ]; then\n"
          "        i=$((i - 1))\n"
          "    fi\n"
          "    flag=${COMP_WORDS[i]}\n"
          "    for i in \"${COMP_WORDS[@]}\"; do\n"
          "        case $i in\n",
          out);
    for (const tp_game *const *game = tp_games(); *game != NULL; game++) {
        if ((*game)->study) continue;
        fprintf(out, "        %s) options='", (*game)->name);
        print_options(out, *game);
        fputs("' ;;\n", out);
    }
    fputs("        esac\n"
          "    done\n",
          out);
    print_bash_commands(out);
    fputs(bash_end, out);
}

/* ---- zsh ---- */

/* Text within single quotes of a description, where brackets and colons have a meaning. */
static void print_zsh_text(FILE *out, const char *text) {
    for (; *text != '\0'; text++) {
        if (*text == '\'') {
            fputs("'\\''", out);
        } else {
            if (strchr("[]:\\", *text) != NULL) fputc('\\', out);
            fputc(*text, out);
        }
    }
}

/* The action of an argument: files, words in parentheses, or nothing. */
static void print_zsh_action(FILE *out, const char *words) {
    if (is(words, "files")) {
        fputs("_files", out);
    } else if (is(words, "agents")) {
        fputs("_sequence compadd - ", out);
        print_agents(out);
    } else if (is(words, "options")) {
        fputs("{compadd -S \"\" - ", out);
        print_all_options(out);
        fputs("}", out);
    } else if (words != NULL) {
        fputc('(', out);
        print_words(out, words);
        fputc(')', out);
    } else {
        fputc(' ', out);
    }
}

/* The arguments of a command, whose whole name is "admin ban" where it is within another. */
static void print_zsh_command(FILE *out, const char *name, const cli_command *command) {
    fprintf(
        out,
        "    '%s')\n        _arguments '(-h --help)'{-h,--help}'[show help]' '--version[show the version]'",
        name);
    for (const cli_flag *flag = command->flags; flag->name != NULL; flag++) {
        fprintf(out, " \\\n            '%s--%s%s[", flag->repeats ? "*" : "", flag->name,
                flag->value ? "=" : "");
        print_zsh_text(out, flag->help);
        fputc(']', out);
        if (flag->value != NULL) {
            fputc(':', out);
            print_zsh_text(out, flag->value);
            fputc(':', out);
            print_zsh_action(out, flag->words);
        }
        fputc('\'', out);
    }
    if (command->max_operands > 0) {
        fprintf(out, " \\\n            '%s:", command->min_operands > 0 ? "1" : "1:");
        print_zsh_text(out, command->operands);
        fputc(':', out);
        if (command->commands != NULL) {
            fputc('(', out);
            print_commands(out, command->commands);
            fputc(')', out);
        } else {
            print_zsh_action(out, command->operand_words);
        }
        fputc('\'', out);
    }
    fputs("\n        ;;\n", out);
}

static void print_zsh(FILE *out) {
    fputs("#compdef tapete\n"
          "# zsh completion for tapete, printed by `tapete completion zsh`\n"
          "_tapete() {\n"
          "    local -a commands\n"
          "    commands=(\n",
          out);
    for (const cli_command *command = cli_commands; command->name != NULL; command++) {
        if (command->hidden) continue;
        fprintf(out, "        '%s:", command->name);
        print_zsh_text(out, command->summary);
        fputs("'\n", out);
    }
    fputs("    )\n"
          "    while [[ $words[2] = --load ]] && (( CURRENT > 3 )); do\n"
          "        shift words\n"
          "        shift words\n"
          "        (( CURRENT -= 2 ))\n"
          "    done\n"
          "    if [[ $words[2] = --load ]] && (( CURRENT == 3 )); then\n"
          "        _files\n"
          "        return\n"
          "    fi\n"
          "    if (( CURRENT == 2 )); then\n"
          "        _describe -t commands command commands\n"
          "        _arguments '--help[show help]' '--load=[load games and agents]:FILE:_files' "
          "'--version[show the version]'\n"
          "        return\n"
          "    fi\n"
          "    local command=$words[2]\n"
          "    shift words\n"
          "    (( CURRENT-- ))\n",
          out);
    for (const cli_command *command = cli_commands; command->name != NULL; command++) {
        if (command->commands == NULL) continue;
        fprintf(out,
                "    if [[ $command = %s ]] && (( CURRENT > 2 )); then\n"
                "        command=\"$command $words[2]\"\n"
                "        shift words\n"
                "        (( CURRENT-- ))\n"
                "    fi\n",
                command->name);
    }
    fputs("    case $command in\n", out);
    each_command(out, print_zsh_command);
    fputs("    esac\n"
          "}\n"
          "if [ \"$funcstack[1]\" = _tapete ]; then\n"
          "    _tapete \"$@\"\n"
          "else\n"
          "    compdef _tapete tapete\n"
          "fi\n",
          out);
}

/* ---- fish ---- */

/* Text within single quotes. */
static void print_fish_text(FILE *out, const char *text) {
    for (; *text != '\0'; text++) {
        if (*text == '\'' || *text == '\\') fputc('\\', out);
        fputc(*text, out);
    }
}

/* "__fish_seen_subcommand_from admin; and __fish_seen_subcommand_from ban": the words of a name have been
 * typed. */
static void print_fish_condition(FILE *out, const char *name) {
    size_t first = strcspn(name, " ");
    fprintf(out, "complete -c tapete -n '__fish_seen_subcommand_from %.*s", (int)first, name);
    if (name[first] == ' ') fprintf(out, "; and __fish_seen_subcommand_from %s", name + first + 1);
    fputc('\'', out);
}

/* What is offered after a command. */
static void print_fish_command(FILE *out, const char *name, const cli_command *command) {
    const char *words = command->operand_words;
    for (const cli_command *within = command->commands; within != NULL && within->name != NULL; within++) {
        print_fish_condition(out, name);
        fprintf(out, " -a %s -d '", within->name);
        print_fish_text(out, within->summary);
        fputs("'\n", out);
    }
    if (words != NULL) {
        print_fish_condition(out, name);
        if (is(words, "files")) {
            fputs(" -F\n", out);
        } else {
            fputs(" -a '", out);
            print_words(out, words);
            fputs("'\n", out);
        }
    }
    for (const cli_flag *flag = command->flags; flag->name != NULL; flag++) {
        print_fish_condition(out, name);
        fprintf(out, " -l %s -d '", flag->name);
        print_fish_text(out, flag->help);
        fputc('\'', out);
        if (is(flag->words, "files")) {
            fputs(" -r -F", out);
        } else if (flag->words != NULL) {
            fputs(" -x -a '", out);
            print_words(out, flag->words);
            fputc('\'', out);
        } else if (flag->value != NULL) {
            fputs(" -x", out);
        }
        fputc('\n', out);
    }
}

static void print_fish(FILE *out) {
    fputs(
        "# fish completion for tapete, printed by `tapete completion fish`\n"
        "complete -c tapete -f\n"
        "complete -c tapete -s h -l help -d 'Show help'\n"
        "complete -c tapete -n __fish_use_subcommand -l load -r -F -d 'Load games and agents from this shared object'\n"
        "complete -c tapete -l version -d 'Show the version'\n",
        out);
    for (const cli_command *command = cli_commands; command->name != NULL; command++) {
        if (command->hidden) continue;
        fprintf(out, "complete -c tapete -n __fish_use_subcommand -a %s -d '", command->name);
        print_fish_text(out, command->summary);
        fputs("'\n", out);
    }
    each_command(out, print_fish_command);
}

/* ---- the command ---- */

static const struct {
    const char *name;
    void (*print)(FILE *out);
} shells[] = {{"bash", print_bash}, {"fish", print_fish}, {"zsh", print_zsh}};

static const char *shell_name(const void *context, size_t index) {
    (void)context;
    return shells[index].name;
}

int cli_completion(const cli_args *args) {
    const char *wanted = cli_operand(args, 0);
    size_t count = sizeof shells / sizeof *shells;
    for (size_t i = 0; i < count; i++) {
        if (strcmp(shells[i].name, wanted) != 0) continue;
        shells[i].print(stdout);
        return CLI_OK;
    }
    char names[64];
    tp_list_nearest(names, sizeof names, wanted, count, shell_name, NULL);
    return cli_bad("there is no completion for \"%.60s\", only for %s.", wanted, names);
}
