/* See name_rules.h. */
#include "server/name_rules.h"
#include "core/language.h"
#include "server/letters.h"
#include "store/privacy.h"
#include "tapete/agent.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- shapes ---- */

/* What looks like a letter or digit of ASCII, or is one with a mark; ASCII itself is in ascii_shape. */
static const struct {
    const char *shape, *letters;
} alike[] = {
    {"2", "②⑵⒉²₂"},
    {"3", "ЗЭзэҘҙӞӟӬӭ③⑶⒊³₃"},
    {"4", "④⑷⒋⁴₄"},
    {"5", "⑤⑸⒌⁵₅"},
    {"6", "Бб⑥⑹⒍⁶₆"},
    {"7", "⑦⑺⒎⁷₇"},
    {"8", "⑧⑻⒏⁸₈"},
    {"9", "⑨⑼⒐⁹₉"},
    {"a",
     "ÀÁÂÃÄÅàáâãäåĀāĂăĄąǍǎǞǟǠǡǺǻȀȁȂȃȦȧȺɑΆΑάαАаӐӑӒӓḀḁẠạẢảẤấẦầẨẩẪẫẬậẮắẰằẲẳẴẵẶặἀἁἂἃἄἅἆἇἈἉἊἋἌἍἎἏὰάᾀᾁᾂᾃᾄᾅᾆᾇᾈᾉᾊᾋᾌᾍᾎᾏᾰᾱᾲᾳᾴᾶᾷᾸᾹᾺΆᾼÅ⒜Ⓐⓐªₐ"},
    {"b", "ƄΒβϐВЪЬвъьḂḃḄḅḆḇℬ⒝Ⓑⓑ"},
    {"c", "ÇçĆćĈĉĊċČčϲϹСсḈḉℂℭⅭⅽ⒞Ⓒⓒ"},
    {"d", "ÐðĎďĐđԀԁḊḋḌḍḎḏḐḑḒḓⅅⅆⅮⅾ⒟Ⓓⓓ"},
    {"e", "ÈÉÊËèéêëĒēĔĕĖėĘęĚěȄȅȆȇȨȩΈΕέεϵЀЁЄЕеѐёєҼҽӖӗḔḕḖḗḘḙḚḛḜḝẸẹẺẻẼẽẾếỀềỂểỄễỆệἐἑἒἓἔἕἘἙἚἛἜἝὲέῈΈℯℰⅇ⒠Ⓔⓔₑ"},
    {"f", "ƑƒϜϝḞḟℱ⒡Ⓕⓕ"},
    {"g", "ĜĝĞğĠġĢģǦǧǴǵɡԌԍḠḡℊ⒢Ⓖⓖ"},
    {"h", "ĤĥĦħȞȟΉΗНнҢңҺһӇӈḢḣḤḥḦḧḨḩḪḫẖἨἩἪἫἬἭἮἯᾘᾙᾚᾛᾜᾝᾞᾟῊΉῌℋℌℍℎℏ⒣Ⓗⓗₕ"},
    {"j", "ĴĵǰȷͿϳЈјⅉ⒥Ⓙⓙ"},
    {"k", "ĶķǨǩΚκϰЌКкќҚқҠҡӃӄḰḱḲḳḴḵK⒦Ⓚⓚₖ"},
    {"l",
     "ÌÍÎÏìíîïĨĩĪīĬĭĮįİıĹĺĻļĽľŁłƖǀǏǐȈȉȊȋɩΊΐΙΪίιϊІЇіїӀӏḬḭḮḯḶḷḸḹḺḻḼḽỈỉỊịἰἱἲἳἴἵἶἷἸἹἺἻἼἽἾἿὶίιῐῑῒΐῖῗῘῙῚΊℐℑℒℓℹⅈⅠⅬⅰⅼ①⑴⒈⒤⒧ⒾⓁⓘⓛ¹ⁱ₁ₗ"},
    {"m", "ΜМмḾḿṀṁṂṃℳⅯⅿ⒨Ⓜⓜₘ"},
    {"n", "ÑñŃńŅņŇňǸǹΝΠήηπϖПпṄṅṆṇṈṉṊṋἠἡἢἣἤἥἦἧὴήᾐᾑᾒᾓᾔᾕᾖᾗῂῃῄῆῇℕℼℿ⒩Ⓝⓝⁿₙ"},
    {"o",
     "ÒÓÔÕÖØòóôõöøŌōŎŏŐőƠơǑǒǪǫǬǭǾǿȌȍȎȏȪȫȬȭȮȯȰȱΌΘΟΣθοσόϑϴОоѲѳӦӧӨөӪӫṌṍṎṏṐṑṒṓỌọỎỏỐốỒồỔổỖỗỘộỚớỜờỞởỠỡỢợὀὁὂὃὄὅὈὉὊὋὌὍὸόῸΌℴ⒪Ⓞⓞ⓪º⁰₀ₒ"},
    {"p", "ΡρϱРрṔṕṖṗῤῥῬℙ⒫Ⓟⓟₚ"},
    {"q", "Ԛԛℚ⒬Ⓠⓠ"},
    {"r", "ŔŕŖŗŘřȐȑȒȓЃГгѓṘṙṚṛṜṝṞṟℛℜℝ⒭Ⓡⓡ"},
    {"s", "ŚśŜŝŞşŠšſȘșʂςЅѕṠṡṢṣṤṥṦṧṨṩẛ⒮Ⓢⓢₛ"},
    {"t", "ŢţŤťŦŧȚțΤτТтҬҭṪṫṬṭṮṯṰṱẗ⒯Ⓣⓣₜ"},
    {"u", "ÙÚÛÜùúûüŨũŪūŬŭŮůŰűŲųƯưǓǔǕǖǗǘǙǚǛǜȔȕȖȗΰμυϋύṲṳṴṵṶṷṸṹṺṻỤụỦủỨứỪừỬửỮữỰựὐὑὒὓὔὕὖὗὺύῠῡῢΰῦῧ⒰Ⓤⓤµ"},
    {"v", "νѴѵѶѷṼṽṾṿⅤⅴ⒱Ⓥⓥ"},
    {"w", "ŴŵΏΩωώШЩшщѠѡԜԝẀẁẂẃẄẅẆẇẈẉẘὠὡὢὣὤὥὦὧὨὩὪὫὬὭὮὯὼώᾠᾡᾢᾣᾤᾥᾦᾧᾨᾩᾪᾫᾬᾭᾮᾯῲῳῴῶῷῺΏῼΩ⒲Ⓦⓦ"},
    {"x", "ΧχХхҲҳẊẋẌẍⅩⅹ⒳Ⓧⓧₓ"},
    {"y", "ÝýÿŶŷŸȲȳΎΓΥΫγϒϓϔЎУуўҮүҰұӮӯӰӱӲӳẎẏẙỲỳỴỵỶỷỸỹὙὛὝὟῨῩῪΎℽℾ⒴Ⓨⓨ"},
    {"z", "ŹźŻżŽžʐΖζẐẑẒẓẔẕℤℨ⒵Ⓩⓩ"},
    {"2o", "⑳⒇⒛"},
    {"ac", "℀"},
    {"ae", "ÆæǢǣǼǽ"},
    {"as", "℁"},
    {"co", "℅"},
    {"cu", "℆"},
    {"dz", "ǄǅǆǱǲǳ"},
    {"ff", "ﬀ"},
    {"fl", "ﬁﬂ"},
    {"l2", "⑫⑿⒓"},
    {"l3", "⑬⒀⒔"},
    {"l4", "⑭⒁⒕"},
    {"l5", "⑮⒂⒖"},
    {"l6", "⑯⒃⒗"},
    {"l7", "⑰⒄⒘"},
    {"l8", "⑱⒅⒙"},
    {"l9", "⑲⒆⒚"},
    {"lj", "ĲĳǇǈǉ"},
    {"ll", "Ⅱⅱ⑪⑾⒒"},
    {"lo", "⑩⑽⒑"},
    {"lv", "Ⅳⅳ"},
    {"lx", "Ⅸⅸ"},
    {"nj", "Ǌǋǌ"},
    {"no", "№"},
    {"oe", "Œœ"},
    {"sm", "℠"},
    {"ss", "ßẞ"},
    {"st", "ﬅﬆ"},
    {"th", "Þþ"},
    {"tm", "™"},
    {"vl", "Ⅵⅵ"},
    {"xl", "Ⅺⅺ"},
    {"fax", "℻"},
    {"ffl", "ﬃﬄ"},
    {"lll", "Ⅲⅲ"},
    {"tel", "℡"},
    {"vll", "Ⅶⅶ"},
    {"xll", "Ⅻⅻ"},
    {"vlll", "Ⅷⅷ"},
};

/* Other letters: each with the small one that it becomes. */
static const char cases[] =
    "ŊŋɃƀƂƃƇƈƋƌǶƕƘƙȽƚȠƞƢƣƤƥƧƨƬƭƳƴƵƶƸƹƼƽǷƿƎǝǤǥȜȝȢȣȤȥȻȼɁɂɆɇɈɉɊɋɌɍɎɏƁɓƆɔƉɖƊɗƏəₔəƐɛℇɛƓɠƔɣƗɨƜɯƝɲƟɵƦʀƩʃƮʈɄʉƱʊƲʋɅʌƷʒǮʒǯʒͰͱͲͳͶͷϽͻϾͼϿͽΔδΛλΞξΦφϕφΨψϏϗϘϙϚϛϞϟϠϡϢϣϤϥϦϧϨϩϪϫϬϭϮϯϷϸϺϻДдЖжӁжӂжӜжӝжЍиИиЙийиѝиӢиӣиӤиӥиЛлФфЦцЧчӴчӵчЫыӸыӹыЮюЯяЂђЉљЊњЋћЏџѢѣѤѥѦѧѨѩѪѫѬѭѮѯѰѱѸѹѺѻѼѽѾѿҀҁҊҋҌҍҎҏҐґҒғҔҕҖҗҜҝҞҟҤҥҦҧҨҩҪҫҴҵҶҷҸҹҾҿӅӆӉӊӋӌӍӎӔӕӘәӚәӛәӠӡӶӷӺӻӼӽӾӿԂԃԄԅԆԇԈԉԊԋԎԏԐԑԒԓԔԕԖԗԘԙԞԟԠԡԢԣԤԥԦԧԨԩԪԫԬԭԮԯℵאℶבℷגℸדỺỻỼỽỾỿℲⅎↃↄȾⱦ";

/* Letters of another width or in the type of mathematics are those of ASCII. */
static uint32_t plain_letter(uint32_t character) {
    if (character >= 0xFF01 && character <= 0xFF5E) character = character - 0xFF01 + '!';
    if (character >= 0x1D400 && character <= 0x1D6A3) {
        uint32_t place = (character - 0x1D400) % 52;
        return place < 26 ? 'a' + place : 'a' + place - 26;
    }
    if (character >= 0x1D7CE && character <= 0x1D7FF) return '0' + (character - 0x1D7CE) % 10;
    return character >= 'A' && character <= 'Z' ? character - 'A' + 'a' : character;
}

/* Marks, spaces and punctuation: a shape is without them. */
static bool has_no_shape(uint32_t character) {
    static const letter_range none[] = {
        {0, '/'},         {':', '@'},       {'[', '`'},       {'{', 0xA9},      {0xAB, 0xB1},
        {0xB4, 0xB4},     {0xB6, 0xB8},     {0xBB, 0xBF},     {0xD7, 0xD7},     {0xF7, 0xF7},
        {0x2B0, 0x36F},   {0x384, 0x385},   {0x387, 0x387},   {0x483, 0x489},   {0x55A, 0x55F},
        {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF}, {0x2000, 0x206F}, {0x20D0, 0x20FF}, {0x2190, 0x22FF},
        {0x2500, 0x257F}, {0x2E00, 0x2E7F}, {0x3000, 0x3004}, {0x3008, 0x3020}, {0x30FB, 0x30FB},
        {0xFE00, 0xFE6F}, {0xFF5F, 0xFF65},
    };
    return letter_in(none, sizeof none / sizeof *none, character);
}

static char ascii_shape(char letter) {
    static const char from[] = "1i|0@$", to[] = "llloas";
    const char *place = strchr(from, letter);
    return place != NULL ? to[place - from] : letter;
}

/* The shape of one character, with a NUL. */
static void letter_shape(uint32_t character, char out[8]) {
    character = plain_letter(character);
    memset(out, 0, 8);
    if (character < 0x80) character = (uint8_t)ascii_shape((char)character);
    if (has_no_shape(character)) return;
    letter_encode(character, out);
    if (character < 0x80) return;
    for (size_t i = 0; i < sizeof alike / sizeof *alike; i++) {
        if (strstr(alike[i].letters, out) == NULL) continue;
        snprintf(out, 8, "%s", alike[i].shape);
        return;
    }
    for (const char *at = cases; *at != '\0';) {
        uint32_t great, small;
        at += letter_decode(at, &great);
        at += letter_decode(at, &small);
        if (great == character) out[letter_encode(small, out)] = '\0';
    }
}

/* Two letters that look like one; in place. */
static void join_letters(char *shape) {
    static const char pairs[][4] = {"rnm", "vvw"};
    char *to = shape;
    for (const char *from = shape; *from != '\0';) {
        size_t pair = 0;
        while (pair < 2 && strncmp(from, pairs[pair], 2) != 0) pair++;
        *to++ = pair < 2 ? pairs[pair][2] : *from;
        from += pair < 2 ? 2 : 1;
    }
    *to = '\0';
}

void name_shape(const char *name, char out[SHAPE_SIZE]) {
    size_t used = 0;
    uint32_t character;
    int length;
    for (const char *at = name; *at != '\0' && (length = letter_decode(at, &character)) > 0; at += length) {
        char shape[8];
        letter_shape(character, shape);
        size_t more = strlen(shape);
        if (used + more >= SHAPE_SIZE) break;
        memcpy(out + used, shape, more);
        used += more;
    }
    out[used] = '\0';
    join_letters(out);
    if (out[0] == '\0') snprintf(out, SHAPE_SIZE, "%s", name); /* of punctuation alone */
}

/* ---- rules ---- */

bool name_mixes_scripts(const char *name) {
    static const letter_range latin[] = {
        {'A', 'Z'},       {'a', 'z'},       {0xAA, 0xAA},     {0xBA, 0xBA},
        {0xC0, 0xD6},     {0xD8, 0xF6},     {0xF8, 0x2AF},    {0x1E00, 0x1EFF},
        {0x2C60, 0x2C7F}, {0xA720, 0xA7FF}, {0xFB00, 0xFB06}, {0xFF21, 0xFF3A},
        {0xFF41, 0xFF5A}, {0x2160, 0x2188}, {0x24B6, 0x24E9}, {0x1D400, 0x1D6A3}};
    static const letter_range greek[] = {{0x370, 0x3FF}, {0x1F00, 0x1FFF}, {0x1D6A8, 0x1D7CB}};
    static const letter_range cyrillic[] = {
        {0x400, 0x52F}, {0x1C80, 0x1C8F}, {0x2DE0, 0x2DFF}, {0xA640, 0xA69F}};
    bool has[3] = {false};
    uint32_t character;
    int length;
    for (; *name != '\0' && (length = letter_decode(name, &character)) > 0; name += length) {
        has[0] |= letter_in(latin, sizeof latin / sizeof *latin, character);
        has[1] |= letter_in(greek, sizeof greek / sizeof *greek, character);
        has[2] |= letter_in(cyrillic, sizeof cyrillic / sizeof *cyrillic, character);
    }
    return has[0] + has[1] + has[2] > 1;
}

static bool has_shape_of(const char *shape, const char *word) {
    char other[SHAPE_SIZE];
    name_shape(word, other);
    return strcmp(shape, other) == 0;
}

/* "Guest 417", in any of the languages, and the word alone. */
static bool is_guest_name(const char *shape) {
    static const char *const words[] = {"Guest", "Invitado", "Invité", "Gäst", "游客", "访客"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char word[SHAPE_SIZE];
        name_shape(words[i], word);
        size_t length = strlen(word);
        if (strncmp(shape, word, length) == 0 &&
            strspn(shape + length, "ol23456789") == strlen(shape + length))
            return true;
    }
    return false;
}

static bool is_reserved_shape(const char *shape) {
    /* What the page calls levels, empty seats and people who were deleted; and what sounds like the server.
     */
    static const char *const words[] = {
        "Fácil",         "Difícil",  "Experto",       "Facile",        "Moyen",    "Expert", "Fort",
        "Lätt",          "Medel",    "Svår",          "Mästare",       "入门",     "普通",   "Suave",
        "Normal",        "Fuerte",   "La más fuerte", "Douce",         "Correcte", "Forte",  "La plus forte",
        "Snäll",         "Hygglig",  "Stark",         "Starkast",      "温和",     "一般",   "强",
        "最强",          "gone",     "se fue",        "n’est plus là", "har gått", "已离开", "nobody",
        "nadie",         "personne", "ingen",         "没人",          "空位",     "bot",    "admin",
        "administrator", "operator", "moderator",     "server",        "system",   "tapete"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (has_shape_of(shape, words[i])) return true;
    }
    for (const tp_agent_kind *const *kind = tp_agent_kinds(); *kind != NULL; kind++) {
        if (has_shape_of(shape, (*kind)->name)) return true;
    }
    for (const tp_level *level = tp_levels(); level->name != NULL; level++) {
        if (has_shape_of(shape, level->name)) return true;
    }
    for (const tp_character *one = tp_characters(); one->id != NULL; one++) {
        if (has_shape_of(shape, one->name)) return true;
    }
    return is_guest_name(shape);
}

/* Bots of one kind at a table have numbers ("strong 2"), and those with options have them behind a colon. */
bool name_is_reserved(const char *name) {
    char shape[SHAPE_SIZE], start[SHAPE_SIZE];
    name_shape(name, shape);
    if (is_reserved_shape(shape)) return true;
    snprintf(start, sizeof start, "%.*s", (int)strcspn(name, ":"), name);
    size_t length = strlen(start);
    while (length > 0 && strchr("0123456789 ", start[length - 1]) != NULL) length--;
    start[length] = '\0';
    if (length == 0 || strcmp(start, name) == 0) return false;
    name_shape(start, shape);
    return is_reserved_shape(shape);
}

void name_of_guest(const char *id, char out[STORE_NAME_SIZE]) {
    uint32_t hash = 2166136261u;
    for (; *id != '\0'; id++) hash = (hash ^ (uint8_t)*id) * 16777619u;
    snprintf(out, STORE_NAME_SIZE, "Guest %u", 100 + hash % 9900);
}

static bool is_own_guest_name(const char *id, const char *name) {
    char own[STORE_NAME_SIZE];
    name_of_guest(id, own);
    return strcmp(own, name) == 0;
}

tp_err name_check(const char *person, const char *name, tp_error *error) {
    if (is_own_guest_name(person, name)) return TP_OK;
    if (name_mixes_scripts(name))
        return tp_fail(error, TP_E_INPUT, TR("a name has letters of one alphabet: Latin, Greek or Cyrillic"));
    if (name_is_reserved(name)) {
        return tp_fail(error, TP_E_INPUT,
                       TR("this name is reserved: others would take you for a bot, a guest or the server"));
    }
    return TP_OK;
}

/* ---- names of accounts ---- */

/* Two people can have got the same name as guests, so it has no shape. */
static void shape_of(const char *person, const char *name, char out[SHAPE_SIZE]) {
    name_shape(name, out);
    if (is_own_guest_name(person, name)) out[0] = '\0';
}

tp_err name_is_taken(store *store, const char *person, const char *name, bool *taken, tp_error *error) {
    char shape[SHAPE_SIZE];
    shape_of(person, name, shape);
    *taken = false;
    return store_shape_taken(store, shape, person, taken, error);
}

tp_err name_keep_shape(store *store, const char *person, const char *name, const char *login,
                       tp_error *error) {
    char shape[SHAPE_SIZE], login_shape[SHAPE_SIZE];
    shape_of(person, name, shape);
    name_shape(login, login_shape);
    return store_person_shape(store, person, shape, login_shape, error);
}

enum { AT_ONCE = 500 };

typedef struct shapeless {
    int count;
    struct {
        char id[STORE_ID_SIZE], name[STORE_NAME_SIZE], login[STORE_NAME_SIZE];
    } people[AT_ONCE];
} shapeless;

static void add_shapeless(void *context, const char *person, const char *name, const char *login) {
    shapeless *some = context;
    if (some->count == AT_ONCE) return;
    snprintf(some->people[some->count].id, sizeof some->people->id, "%s", person);
    snprintf(some->people[some->count].name, sizeof some->people->name, "%s", name);
    snprintf(some->people[some->count++].login, sizeof some->people->login, "%s", login);
}

static tp_err keep_shapes(store *store, const shapeless *some, tp_error *error) {
    tp_err code = store_begin(store, error);
    if (code != TP_OK) return code;
    for (int i = 0; code == TP_OK && i < some->count; i++) {
        code = name_keep_shape(store, some->people[i].id, some->people[i].name, some->people[i].login, error);
    }
    if (code == TP_OK) return store_commit(store, error);
    store_rollback(store);
    return code;
}

tp_err names_open(store *store, tp_error *error) {
    shapeless *some = malloc(sizeof *some);
    if (some == NULL) return tp_fail(error, TP_E_MEMORY, "no memory for names");
    tp_err code;
    do {
        some->count = 0;
        code = store_shapeless(store, AT_ONCE, add_shapeless, some, error);
        if (code == TP_OK && some->count > 0) code = keep_shapes(store, some, error);
    } while (code == TP_OK && some->count > 0);
    free(some);
    return code;
}
