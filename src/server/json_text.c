/* JSON as text, for the loop alone. jansson's own writer looks for loops with a hash table and formats an
 * address for each list and object; what is written here was built a moment ago. */
#include "server/text.h"

#include "core/json_out.h"

const char *json_text(const json_t *value, size_t *size) {
    static json_out out; /* used again each time */
    if (value == NULL) return NULL;
    json_out_begin(&out);
    json_out_json(&out, value);
    const char *text = json_out_end(&out);
    *size = out.size;
    return text;
}
